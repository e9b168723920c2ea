import { useEffect, useState } from "preact/hooks";

export interface UndoStopProps {
  readonly id: string;
  /** How long it may still be undone, ms. */
  readonly leftMs: number;
}

const TICK_MS = 1000;

/** A way back for whoever tapped Stop too soon (CO6). Without a script it is a plain form. */
export function UndoStop({ id, leftMs }: UndoStopProps) {
  const [leftS, setLeftS] = useState(Math.ceil(leftMs / TICK_MS));

  useEffect(() => {
    const timer = setInterval(() => setLeftS((left) => Math.max(0, left - 1)), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  if (leftS === 0) return null;
  return (
    <form class="row undo-stop" method="post" action={`/consultations/${id}/undo-stop`}>
      <button class="button" type="submit">Undo Stop and go on</button>
      <span class="soft small" role="timer">for {leftS} more seconds</span>
    </form>
  );
}
