import type { Alarm } from "@/lib/alarms/alarm.ts";

/** Raised, and seen by nobody yet. */
export const OPEN_ALARM: Alarm = {
  id: "a1",
  action: "Bedside ECG",
  reason: "Chest pain",
  quote: null,
  question: null,
  quoteFound: false,
  segment: null,
  source: "rule",
  snapshot: "s1",
  raisedMs: 80_000,
  wordings: [],
  shown: [{ action: "Bedside ECG", since: 1 }],
  acknowledged: null,
  arranged: false,
};

export const SEEN_ALARM: Alarm = {
  ...OPEN_ALARM,
  acknowledged: { by: "Smith", atMs: 85_000 },
};
