import type { Act } from "@/lib/people/permissions.ts";

/**
 * Who may reach a route (SE6):
 * - `public`: everyone who can reach the box, signed in or not;
 * - `page`: whoever has signed in, where that is asked;
 * - an act: whoever has signed in and may do that (`lib/people/permissions.ts`);
 * - `control`: as `see_records`, and only with a session, even for reading (the live socket).
 * Whatever the access, an unsafe method needs a session and our own origin.
 */
export type Access = "public" | "page" | "control" | Act;

/** Every route pattern of `routes/`. One that is missing here is answered with 403. */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  "/": "see_records",
  "/api/sound-check": "page",
  "/certificate": "public",
  "/certificate/alba.crt": "public",
  "/consultations": "see_records",
  "/consultations/:id": "see_records",
  "/consultations/:id/acknowledge": "see_records",
  "/consultations/:id/approve": "see_records",
  "/consultations/:id/audio.wav": "see_records",
  "/consultations/:id/delete": "erase_records",
  "/consultations/:id/consent": "see_records",
  "/consultations/:id/reference": "see_records",
  "/consultations/:id/socket": "control",
  "/consultations/:id/speakers": "see_records",
  "/consultations/:id/state": "see_records",
  "/consultations/:id/stop": "see_records",
  "/consultations/:id/undo-stop": "see_records",
  "/consultations/:id/utterances/:utterance.wav": "see_records",
  "/healthz": "public",
  "/help": "page",
  "/login": "public",
  "/logout": "public",
  "/people": "manage_people",
  "/phrases/:phrase.wav": "page",
  "/settings": "page",
  "/sound-check": "page",
};
