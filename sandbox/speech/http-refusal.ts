/** A request that a provider answers with an error. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly body: unknown;
  /** What it is called among the violations. */
  readonly code: string;

  constructor(status: number, body: unknown, message: string, code = `${status}`) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.body = body;
    this.code = code;
  }
}
