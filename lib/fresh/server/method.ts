/** The HTTP methods a route can answer. */
export type Method =
  | "HEAD"
  | "GET"
  | "POST"
  | "PATCH"
  | "PUT"
  | "DELETE"
  | "OPTIONS";

/** All of {@link Method}, for handlers that take any. */
export const METHODS: readonly Method[] = [
  "GET",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
];
