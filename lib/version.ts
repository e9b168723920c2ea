/** Shown by `/healthz` and written into measurements; raised with each release. */
export const VERSION = "0.1.0";
