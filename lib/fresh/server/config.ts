/** Whether the app is being developed or is serving patients; it decides caching of assets. */
export type Mode = "development" | "production";

/** Options of a new app. */
export interface FreshConfig {
  /** A path all routes are served below, such as `/clinic`; empty by default. */
  basePath?: string;
  /** Production by default. */
  mode?: Mode;
}

/** The configuration as handlers see it. */
export interface ResolvedFreshConfig {
  /** The project folder. */
  root: string;
  basePath: string;
  mode: Mode;
}
