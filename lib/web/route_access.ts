/**
 * Who may reach a route (SE6):
 * - `public`: everyone on the box, signed in or not;
 * - `page`: who has signed in, where a passphrase is set;
 * - `control`: the same, and only with a session, even for reading (the live socket).
 * Whatever the access, an unsafe method needs a session and our own origin.
 */
export type Access = "public" | "page" | "control";

/** Every route pattern of `routes/`. One that is missing here is answered with 403. */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  "/": "page",
  "/api/sound-check": "page",
  "/consultations": "page",
  "/consultations/:id": "page",
  "/consultations/:id/audio.wav": "page",
  "/consultations/:id/socket": "control",
  "/consultations/:id/state": "page",
  "/consultations/:id/stop": "page",
  "/consultations/:id/utterances/:utterance.wav": "page",
  "/healthz": "public",
  "/help": "page",
  "/login": "public",
  "/logout": "public",
  "/phrases/:phrase.wav": "page",
  "/settings": "page",
  "/sound-check": "page",
};
