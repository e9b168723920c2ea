import type { ReviewSpeaker } from "@/lib/consultation/review_model.ts";
import { durationWords } from "@/lib/page/format_time.ts";
import { guessWords } from "@/lib/page/speaker_words.ts";

export interface SpeakersProps {
  readonly speakers: readonly ReviewSpeaker[];
  readonly names: ReadonlyMap<number, string>;
}

/** Who was told apart, how long each spoke, and which of the roles are guesses (FI1). */
export function Speakers({ speakers, names }: SpeakersProps) {
  if (speakers.length === 0) return null;
  return (
    <ul class="speakers" aria-label="Speakers">
      {speakers.map(({ speaker, role, guessed, margin, spokenMs }) => (
        <li key={speaker}>
          <strong>{names.get(speaker) ?? ""}</strong>
          <span class="soft">
            {` spoke for ${durationWords(spokenMs)}`}
            {role !== null && guessed && `. ${guessWords(margin)}.`}
          </span>
        </li>
      ))}
    </ul>
  );
}
