/**
 * An event of Electron's, as far as its listeners can do something with it: `preventDefault()` and `defaultPrevented`, by
 * `Event` in electron.d.ts. What it prevents is documented with each event.
 */
export class FakeEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
