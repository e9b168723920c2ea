import type { TranscriptLine } from "@/lib/consultation/read_model.ts";
import { clockTime } from "@/lib/page/format_time.ts";
import { gapWords } from "@/lib/page/gap_words.ts";
import { LineNote } from "@/components/LineNote.tsx";

const ROLE = { doctor: "Doctor", patient: "Patient", other: "Someone else" } as const;

export interface TranscriptLinesProps {
  readonly lines: readonly TranscriptLine[];
  /** Address of the recording; null when there is none to play. */
  readonly audioUrl: string | null;
  /** The line being played, if any. */
  readonly playing: string | null;
  readonly onPlay?: (line: TranscriptLine) => void;
}

/** A transcript. Without JavaScript each time opens the recording at that place. */
export function TranscriptLines({ lines, audioUrl, playing, onPlay }: TranscriptLinesProps) {
  return (
    <ol class="lines">
      {lines.map((line) => {
        const isPlaying = line.id === playing;
        const time = clockTime(line.startMs);
        return (
          <li
            key={line.id}
            class={`line line-${line.kind}${isPlaying ? " line-playing" : ""}`}
            aria-current={isPlaying ? "true" : undefined}
          >
            {audioUrl === null || line.kind === "gap" ? <span class="line-time">{time}</span> : (
              <a
                class="play-line"
                href={`${audioUrl}#t=${(line.startMs / 1000).toFixed(2)}`}
                aria-label={`Play from ${time}`}
                onClick={onPlay && ((event) => {
                  event.preventDefault();
                  onPlay(line);
                })}
              >
                <span aria-hidden="true">▶</span>
                {time}
              </a>
            )}
            <LineText line={line} />
          </li>
        );
      })}
    </ol>
  );
}

function LineText({ line }: { line: TranscriptLine }) {
  switch (line.kind) {
    case "said":
      return (
        <p class="line-text">
          {line.role !== null && <strong>{`${ROLE[line.role]}: `}</strong>}
          {line.text}
          {line.typed && <LineNote words="typed" />}
          {line.lowConfidence && <LineNote words="heard with little confidence: listen again" />}
        </p>
      );
    case "alba":
      return (
        <p class="line-text">
          <strong>Alba said:</strong> {line.text}
          {!line.whole && <LineNote words="stopped before its end" />}
        </p>
      );
    case "gap":
      return <p class="line-text">{gapWords(line.reason, line.endMs - line.startMs)}</p>;
  }
}
