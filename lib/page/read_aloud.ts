import type { SpeechStatus } from "@/lib/protocol/server_messages.ts";

/** A text the doctor reads aloud because nobody else can say it (SK2). */
export interface ReadAloud {
  readonly utteranceId: string;
  readonly text: string;
  readonly started: boolean;
}

/** The card to read from goes with the utterance it belongs to. */
export function keepReadAloud(card: ReadAloud | null, speech: SpeechStatus): ReadAloud | null {
  if (card === null || speech.state === "idle") return null;
  return card.utteranceId === speech.utterance_id ? card : null;
}
