import { FACE_WORDS, type FaceMood } from "@/lib/page/face_mood.ts";

/** Mouths in the drawing's own units (200 × 200): at rest, at ease, a little smaller, and open. */
const MOUTHS: Readonly<Record<FaceMood, string>> = {
  idle: "M 82 132 H 118",
  listening: "M 78 128 Q 100 142 122 128",
  attentive: "M 84 131 Q 100 138 116 131",
  speaking: "M 80 126 Q 100 130 120 126 Q 114 148 100 148 Q 86 148 80 126 Z",
};

/** How far the brows are raised. */
const BROWS: Readonly<Record<FaceMood, number>> = {
  idle: 0,
  listening: 1,
  attentive: 5,
  speaking: 2,
};

/** Alba's face: a calm drawing in four moods, and no others (SK4). */
export function Face({ mood }: { readonly mood: FaceMood }) {
  const brow = 72 - BROWS[mood];
  return (
    <svg
      class={`face face-${mood}`}
      viewBox="0 0 200 200"
      role="img"
      aria-label={FACE_WORDS[mood]}
    >
      <circle class="face-ring" cx="100" cy="100" r="94" />
      <g class="face-head">
        <circle class="face-skin" cx="100" cy="100" r="78" />
        <path class="face-line" d={`M 62 ${brow + 2} Q 74 ${brow - 5} 86 ${brow}`} />
        <path class="face-line" d={`M 114 ${brow} Q 126 ${brow - 5} 138 ${brow + 2}`} />
        {mood === "idle"
          ? (
            <>
              <path class="face-line" d="M 66 94 Q 74 99 82 94" />
              <path class="face-line" d="M 118 94 Q 126 99 134 94" />
            </>
          )
          : (
            <g class="face-eyes">
              <ellipse class="face-fill" cx="74" cy="94" rx="6" ry="9" />
              <ellipse class="face-fill" cx="126" cy="94" rx="6" ry="9" />
            </g>
          )}
        <path
          class={mood === "speaking" ? "face-fill face-mouth" : "face-line"}
          d={MOUTHS[mood]}
        />
      </g>
    </svg>
  );
}
