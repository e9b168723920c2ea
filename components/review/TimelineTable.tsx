import type { AlarmMark } from "@/lib/consultation/review_model.ts";
import type { Timeline } from "@/lib/consultation/timeline.ts";
import { clockTime, durationWords } from "@/lib/page/format_time.ts";
import { gapWords } from "@/lib/page/gap_words.ts";

export interface TimelineTableProps {
  readonly timeline: Timeline;
  readonly marks: readonly AlarmMark[];
  readonly names: ReadonlyMap<number, string>;
}

interface Happening {
  readonly key: string;
  /** Null for what came after the recording. */
  readonly atMs: number | null;
  readonly words: string;
}

/** What the timeline's picture shows, in words (FI2). */
export function TimelineTable({ timeline, marks, names }: TimelineTableProps) {
  const { durationMs, energy, speakers } = timeline;
  const happenings = happeningsOf(timeline, marks);
  return (
    <details class="fold">
      <summary>The timeline as a table</summary>
      <div class="table-scroll stack">
        <table>
          <caption>Who spoke for how long</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Spoke for</th>
              <th scope="col">First at</th>
              <th scope="col">Times</th>
            </tr>
          </thead>
          <tbody>
            {speakers.map(({ speaker, spans, spokenMs }) => (
              <tr key={speaker}>
                <th scope="row">{names.get(speaker) ?? `Speaker ${speaker + 1}`}</th>
                <td>{durationWords(spokenMs)}</td>
                <td>{clockTime(spans[0]?.startMs ?? 0)}</td>
                <td>{spans.length}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Alba</th>
              <td>{durationWords(totalMs(timeline.alba))}</td>
              <td>{timeline.alba[0] === undefined ? "–" : clockTime(timeline.alba[0].startMs)}</td>
              <td>{timeline.alba.length}</td>
            </tr>
          </tbody>
        </table>
        <table>
          <caption>{`What happened, of ${durationWords(durationMs)}`}</caption>
          <thead>
            <tr>
              <th scope="col">At</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {happenings.map(({ key, atMs, words }) => (
              <tr key={key}>
                <td>{atMs === null ? "afterwards" : clockTime(atMs)}</td>
                <td>{words}</td>
              </tr>
            ))}
            {happenings.length === 0 && (
              <tr>
                <td>–</td>
                <td>Alba said nothing, nothing is missing, and no alarm was raised.</td>
              </tr>
            )}
          </tbody>
        </table>
        {energy.levels.length === 0 && <p class="soft">The loudness was not measured.</p>}
      </div>
    </details>
  );
}

function happeningsOf({ alba, gaps }: Timeline, marks: readonly AlarmMark[]): Happening[] {
  const all: Omit<Happening, "key">[] = [
    ...alba.map(({ startMs, text, whole }) => ({
      atMs: startMs,
      words: `Alba said: ${text}${whole ? "" : " (stopped before its end)"}`,
    })),
    ...gaps.map(({ startMs, endMs, reason }) => ({
      atMs: startMs,
      words: gapWords(reason, endMs - startMs),
    })),
    ...marks.map(({ kind, atMs, action, by }) => ({
      atMs,
      words: kind === "raised" ? `Alarm: ${action}` : `Seen by ${by ?? "somebody"}: ${action}`,
    })),
  ];
  return all
    .sort((one, other) => (one.atMs ?? Infinity) < (other.atMs ?? Infinity) ? -1 : 1)
    .map((happening, index) => ({ ...happening, key: String(index) }));
}

function totalMs(spans: readonly { readonly startMs: number; readonly endMs: number }[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}
