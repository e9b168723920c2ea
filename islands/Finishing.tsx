import { useEffect, useState } from "preact/hooks";
import { type FinishingState, finishingState } from "@/lib/page/finishing_state.ts";
import { waitWords } from "@/lib/page/speaker_words.ts";
import { WhoSpoke } from "@/components/review/WhoSpoke.tsx";

/** Often enough to look alive, and to count the seconds down. */
const ASK_EVERY_MS = 1000;

export interface FinishingProps {
  readonly id: string;
  readonly now: FinishingState;
}

/** Asks who spoke, says how far finishing is, and shows the finished page by itself. */
export function Finishing({ id, now: first }: FinishingProps) {
  const [now, setNow] = useState(first);
  const [isReachable, setReachable] = useState(true);

  useEffect(() => {
    const ask = async () => {
      const known = await askState(id);
      setReachable(known !== null);
      if (known === null) return;
      if (isOver(known)) location.reload();
      else setNow(known);
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id]);

  const { declaration, progress } = now;
  const isReview = now.state === "review";
  return (
    <div class="stack">
      {!isReview && declaration.state !== "not_asked" && (
        <section class="card stack-tight" aria-labelledby="who-spoke">
          <h2 id="who-spoke">Who spoke?</h2>
          {declaration.state === "open" && <p role="timer">{waitWords(declaration.leftS)}</p>}
          <WhoSpoke
            id={id}
            answer={declaration.state === "answered" ? declaration.speakers : undefined}
          />
        </section>
      )}
      <div class="notice stack-tight" role="status">
        <h2>{isReview ? "Telling the speakers apart anew" : "Finishing"}</h2>
        <p>
          {isReachable
            ? `${progress?.words ?? "The last words are being written down"}.`
            : "The box cannot be reached just now. This page keeps asking."}
        </p>
        <progress max={1} value={progress?.share ?? 0} aria-label="Finishing" />
      </div>
    </div>
  );
}

/** Whether the page has nothing more to wait for. */
function isOver({ progress, state }: FinishingState): boolean {
  return state === "live" || state === "approved" || (state === "review" && progress === null);
}

/** Null while the box cannot be reached or answers something else. */
async function askState(id: string): Promise<FinishingState | null> {
  try {
    const answer = await fetch(`/consultations/${id}/state`);
    if (!answer.ok) return null;
    const parsed = finishingState.safeParse(await answer.json());
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
