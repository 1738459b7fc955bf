import type { Kind } from './resources/resource.ts';

type ErrorType = 'invalid_request_error' | 'api_error' | 'idempotency_error';

/** A request that the provider refuses with an error. The control calls and pages show only its message. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, type: ErrorType, message: string, code?: string, param?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

/** A request that its parameters or the state of its object don't allow. */
export function invalid(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, 'invalid_request_error', message, code, param);
}

/** There is no such object. Without `param`, the request's path names it. */
export function noSuch(kind: Kind, id: string, param?: string): ApiError {
  const status = param === undefined ? 404 : 400;
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(status, 'invalid_request_error', message, 'resource_missing', param ?? 'id');
}

/** A server error. */
export function ownFault(message: string): ApiError {
  return new ApiError(500, 'api_error', message);
}
