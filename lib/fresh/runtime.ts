/** What islands may import: these modules run in the browser as well as on the server. */
export { asset } from "./shared/asset.ts";
export { Head, type HeadProps } from "./shared/head.ts";
export { HttpError } from "./shared/http_error.ts";

/** True in a browser, false while the server renders. */
export const IS_BROWSER: boolean = typeof document !== "undefined";
