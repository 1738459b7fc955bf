/** An event of Electron's, as far as its listeners can do something with it. */
export class SimulatedEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
