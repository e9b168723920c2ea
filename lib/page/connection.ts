/** The socket as the page sees it. */
export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** Lost; tried again by itself. */
  | { readonly state: "lost" }
  /** Lost, and nobody is signed in here any more; tried again by itself until somebody is. */
  | { readonly state: "sign_in" }
  /** The box is there and cannot open the consultation; tried again by itself. */
  | { readonly state: "unopened" }
  /** Another page of this tab took over; this one stays away until asked. */
  | { readonly state: "replaced" }
  /** The service was updated under this page, or this page sent what it should not. */
  | { readonly state: "outdated" }
  | { readonly state: "over" }
  /** The box serves as many live pages as it can. */
  | { readonly state: "full" }
  /** The person was signed out: this page stays away until somebody signs in. */
  | { readonly state: "signed_out" };
