/** Extra information kept on an {@link HttpError}. */
export interface HttpErrorOptions {
  /** The error that led to this one; it is kept for the log and never sent. */
  cause?: unknown;
}

/**
 * An error with an HTTP status, thrown by handlers and middlewares. The message of any status is
 * sent to the client when no error page takes over, so it must be fit to be read by anyone.
 */
export class HttpError extends Error {
  override name = "HttpError";

  /** The HTTP status code, 400 to 599 by intent. */
  readonly status: number;

  constructor(status: number, message = "", options?: HttpErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
