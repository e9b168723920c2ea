import { createContext } from "preact";

/** What every page's frame says, whatever the page is; `_app` fills it in. */
export interface FrameFacts {
  /** Who is signed in; null where nobody is asked, or nobody has signed in yet. */
  readonly signedIn: string | null;
  readonly managesPeople: boolean;
  /** Words about where patients' words go beside this box; null when they go nowhere. */
  readonly remote: string | null;
}

export const FrameContext = createContext<FrameFacts>({
  signedIn: null,
  managesPeople: false,
  remote: null,
});
