/** A call that failed. */
export class ApiError extends Error {
  /** Of the answer; 0 if none came. */
  readonly status: number;
  /** What the server said, for the user to read; may be empty. */
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.errors = errors;
  }
}

/** No new access token could be had, so that the call wasn't made. */
export class RefreshError extends ApiError {
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(status, [], message, options);
  }
}
