import { HttpError } from "../shared/http_error.ts";

/** The words for the statuses apps throw without a message. */
const STATUS_TEXT: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/**
 * The response to an error no error page took. An HttpError says what it says; anything else is
 * logged and not shown, since its message may hold what only the log may know.
 */
export function defaultError(error: unknown): Response {
  if (error instanceof HttpError) {
    if (error.status >= 500) console.error(error);
    const message = error.message || STATUS_TEXT[error.status];
    return new Response(message ?? "", { status: error.status });
  }
  console.error(error);
  return new Response("Internal server error", { status: 500 });
}
