/**
 * An event of Electron's, with what listeners can do to it: `preventDefault()` and `defaultPrevented`, from `Event` in
 * electron.d.ts. What that prevents is documented with each event.
 */
export class FakeEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
