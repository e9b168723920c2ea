/** One thing that the help page explains. */
export interface HelpEntry {
  /** As it stands on the page that it is about. */
  readonly term: string;
  readonly words: string;
}
