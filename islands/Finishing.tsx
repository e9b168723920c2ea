import { useEffect, useState } from "preact/hooks";
import { type FinishingState, finishingState } from "@/lib/page/finishing_state.ts";

/** Often enough to look alive; finishing takes a few seconds. */
const ASK_EVERY_MS = 1000;

export interface FinishingProps {
  readonly id: string;
  readonly progress: FinishingState["progress"];
}

/** Says how far finishing is and shows the finished page by itself. */
export function Finishing({ id, progress }: FinishingProps) {
  const [now, setNow] = useState(progress);
  const [isReachable, setReachable] = useState(true);

  useEffect(() => {
    const ask = async () => {
      const known = await askState(id);
      setReachable(known !== null);
      if (known === null) return;
      if (known.state === "review" || known.state === "approved") location.reload();
      else setNow(known.progress);
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id]);

  return (
    <div class="notice stack-tight" role="status">
      <h2>Finishing</h2>
      <p>
        {isReachable
          ? `${now?.words ?? "The last words are being written down"}.`
          : "The box cannot be reached just now. This page keeps asking."}
      </p>
      <progress max={1} value={now?.share ?? 0} aria-label="Finishing" />
    </div>
  );
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
