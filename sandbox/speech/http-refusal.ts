/** A request that a provider refuses with an HTTP error. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly body: unknown;
  /** Its code in the list of violations. */
  readonly code: string;

  constructor(status: number, body: unknown, message: string, code = `${status}`) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.body = body;
    this.code = code;
  }
}
