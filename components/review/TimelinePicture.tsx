import type { ComponentChildren } from "preact";
import type { AlarmMark } from "@/lib/consultation/review_model.ts";
import type { Timeline } from "@/lib/consultation/timeline.ts";
import { clockTime, durationWords } from "@/lib/page/format_time.ts";
import {
  barsPath,
  energyPath,
  LANE_HEIGHT,
  marksPath,
  PICTURE_WIDTH,
} from "@/lib/page/timeline_paths.ts";

export interface TimelinePictureProps {
  readonly timeline: Timeline;
  readonly marks: readonly AlarmMark[];
  readonly names: ReadonlyMap<number, string>;
  /** What lies over the picture and chooses a place in it. */
  readonly children?: ComponentChildren;
}

interface Lane {
  readonly name: string;
  readonly kind: "energy" | "speaker" | "alba" | "gap" | "raised" | "acknowledged";
  readonly path: (top: number) => string;
}

/** The recording at a glance (FI2): one lane each for loudness, speakers, Alba, gaps and alarms. */
export function TimelinePicture({ timeline, marks, names, children }: TimelinePictureProps) {
  const { durationMs } = timeline;
  const lanes = lanesOf(timeline, marks, names);
  const height = lanes.length * LANE_HEIGHT;
  return (
    <div class="timeline">
      <ul class="timeline-names" aria-hidden="true">
        {lanes.map(({ name }) => <li key={name}>{name}</li>)}
      </ul>
      <div class="timeline-picture">
        <svg
          role="img"
          aria-label={`Timeline of ${durationWords(durationMs)}: ${
            lanes.map(({ name }) => name).join(", ")
          }. The table below says the same.`}
          viewBox={`0 0 ${PICTURE_WIDTH} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
        >
          {lanes.map(({ name, kind, path }, index) => (
            <path key={name} class={`lane-${kind}`} d={path(index * LANE_HEIGHT)} />
          ))}
        </svg>
        {children}
        <p class="timeline-times" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{clockTime(durationMs * share)}</span>
          ))}
        </p>
      </div>
    </div>
  );
}

/** The lanes that have something in them, from top to bottom. */
function lanesOf(
  { durationMs, energy, speakers, alba, gaps }: Timeline,
  marks: readonly AlarmMark[],
  names: ReadonlyMap<number, string>,
): Lane[] {
  const marksOf = (kind: AlarmMark["kind"]) =>
    marks.flatMap((mark) => mark.kind === kind && mark.atMs !== null ? [mark.atMs] : []);
  const lanes: Lane[] = [
    { name: "Loudness", kind: "energy", path: (top) => energyPath(energy, durationMs, top) },
    ...speakers.map(({ speaker, spans }): Lane => ({
      name: names.get(speaker) ?? `Speaker ${speaker + 1}`,
      kind: "speaker",
      path: (top) => barsPath(spans, durationMs, top),
    })),
  ];
  if (alba.length > 0) {
    lanes.push({ name: "Alba", kind: "alba", path: (top) => barsPath(alba, durationMs, top) });
  }
  if (gaps.length > 0) {
    lanes.push({ name: "Gaps", kind: "gap", path: (top) => barsPath(gaps, durationMs, top) });
  }
  const kinds = [["Alarms", "raised"], ["Seen", "acknowledged"]] as const;
  for (const [name, kind] of kinds) {
    const places = marksOf(kind);
    if (places.length === 0) continue;
    lanes.push({ name, kind, path: (top) => marksPath(places, durationMs, top) });
  }
  return lanes;
}
