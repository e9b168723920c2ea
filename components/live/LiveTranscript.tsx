import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { clockTime } from "@/lib/page/format_time.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import { type SentenceLine, sentenceLines } from "@/lib/page/sentence_lines.ts";
import { LineNote } from "@/components/LineNote.tsx";

/** So near to the end, in pixels, the reader is following and the text scrolls along. */
const FOLLOWING_PX = 48;

/** What was said, as it is written down. The newest line stays in view unless somebody reads back. */
export function LiveTranscript({ view }: { view: ReadonlySignal<LiveView> }) {
  const lines = useComputed(() => sentenceLines(view.value.lines));
  const tentative = useComputed(() => view.value.tentative);
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useSignal(true);

  const toEnd = () => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  const scrolled = () => {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    isFollowing.value = below <= FOLLOWING_PX;
  };
  useLayoutEffect(() => {
    if (isFollowing.peek()) toEnd();
  }, [lines.value]);
  useEffect(() => {
    if (scroller.current === null) return;
    // A turned tablet or an opened keyboard must not push the newest line out of view.
    const observer = new ResizeObserver(() => {
      if (isFollowing.peek()) toEnd();
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  return (
    <section class="live-transcript" aria-label="Transcript">
      <div
        class="live-scroll"
        ref={scroller}
        onScroll={scrolled}
        tabIndex={0}
        role="region"
        aria-label="What was said"
      >
        {lines.value.length === 0 && <p class="live-empty">What is said appears here.</p>}
        <ol class="lines" aria-live="polite" aria-relevant="additions">
          {lines.value.map((line) => <Line key={line.id} line={line} />)}
        </ol>
      </div>
      {!isFollowing.value && (
        <button class="button live-newest" type="button" onClick={toEnd}>Newest lines ↓</button>
      )}
      <p class="live-tentative">
        <span>{tentative}</span>
      </p>
    </section>
  );
}

const ROLE: Readonly<Record<string, string>> = {
  doctor: "Doctor",
  patient: "Patient",
  other: "Someone else",
};

function Line({ line }: { line: SentenceLine }) {
  const time = <span class="line-time">{clockTime(line.startMs)}</span>;
  if (line.kind === "alba") {
    return (
      <li class="line line-alba">
        {time}
        <p class="line-text">
          <strong>Alba said:</strong> {line.text}
        </p>
      </li>
    );
  }
  const { pieces, role, typed } = line;
  return (
    <li class="line">
      {time}
      <p class="line-text">
        {role !== null && <strong>{`${ROLE[role] ?? role}: `}</strong>}
        {pieces.map(({ id, low_confidence, text }, index) => (
          <span key={id}>
            {index > 0 && " "}
            {text}
            {low_confidence && <LineNote words="heard with little confidence" />}
          </span>
        ))}
        {typed && <LineNote words="typed" />}
      </p>
    </li>
  );
}
