/** A failed call. */
export class ApiError extends Error {
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** The server's user-facing messages; may be empty. */
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.errors = errors;
  }
}

/** The access token couldn't be refreshed, so the call wasn't made. */
export class RefreshError extends ApiError {
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(status, [], message, options);
  }
}
