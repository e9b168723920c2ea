import type { ReviewLine } from "@/lib/consultation/review_sentences.ts";
import { clockTime } from "@/lib/page/format_time.ts";
import { gapWords } from "@/lib/page/gap_words.ts";
import { roleWords } from "@/lib/page/speaker_words.ts";
import { LineNote } from "@/components/LineNote.tsx";

export interface ReviewLinesProps {
  readonly lines: readonly ReviewLine[];
  /** Short names of the voices, by their number. */
  readonly names: ReadonlyMap<number, string>;
  /** Address of the recording; null when there is none to play. */
  readonly audioUrl: string | null;
}

/**
 * A transcript in sentences. The page's script plays a line where it stands; without JavaScript each
 * time opens the recording at that place.
 */
export function ReviewLines({ lines, names, audioUrl }: ReviewLinesProps) {
  return (
    <ol class="lines review-lines">
      {lines.map((line) => (
        <li
          key={line.id}
          class={`line line-${line.kind}`}
          data-start={line.kind === "gap" ? undefined : Math.round(line.startMs)}
        >
          {audioUrl === null || line.kind === "gap"
            ? <span class="line-time">{clockTime(line.startMs)}</span>
            : <PlayLink startMs={line.startMs} audioUrl={audioUrl} />}
          <p class="line-text">
            <LineText line={line} names={names} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function PlayLink({ startMs, audioUrl }: { startMs: number; audioUrl: string }) {
  const time = clockTime(startMs);
  return (
    <a
      class="play-line"
      href={`${audioUrl}#t=${(startMs / 1000).toFixed(2)}`}
      aria-label={`Play from ${time}`}
    >
      <span aria-hidden="true">▶</span>
      {time}
    </a>
  );
}

function LineText({ line, names }: { line: ReviewLine; names: ReadonlyMap<number, string> }) {
  switch (line.kind) {
    case "said": {
      const name = speakerName(line, names);
      return (
        <>
          {name !== null && <strong>{name.endsWith("?") ? `${name} ` : `${name}: `}</strong>}
          {line.pieces.map(({ doubtful, text }, index) => {
            const spaced = index > 0 ? ` ${text}` : text;
            // In an element of its own: a bare string in a list is escaped twice on the server.
            return doubtful
              ? <Doubtful key={index} text={spaced} />
              : <span key={index}>{spaced}</span>;
          })}
          {line.typed && <LineNote words="typed" />}
        </>
      );
    }
    case "alba":
      return (
        <>
          <strong>Alba said:</strong> {line.text}
          {!line.whole && <LineNote words="stopped before its end" />}
        </>
      );
    case "gap":
      return <>{gapWords(line.reason, line.endMs - line.startMs)}</>;
  }
}

function Doubtful({ text }: { text: string }) {
  return (
    <>
      {text.startsWith(" ") && " "}
      <mark class="doubtful">{text.trimStart()}</mark>
      <LineNote words="heard with little confidence: listen again" />
    </>
  );
}

function speakerName(
  { speaker, role }: Extract<ReviewLine, { kind: "said" }>,
  names: ReadonlyMap<number, string>,
): string | null {
  const named = speaker === null ? undefined : names.get(speaker);
  return named ?? (role === null ? null : roleWords(role));
}
