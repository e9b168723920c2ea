import { useEffect, useRef, useState } from "preact/hooks";
import { clockTime } from "@/lib/page/format_time.ts";
import { PLAYER_ID } from "@/lib/page/player_id.ts";

export interface TimelineProps {
  readonly durationMs: number;
}

/** One press of an arrow key moves this far. */
const ARROW_S = 5;

/**
 * Chooses a place in the timeline's picture: a press plays from there, arrow keys move by five
 * seconds, Enter plays and pauses. It lies over the picture and is there only with JavaScript.
 */
export function Timeline({ durationMs }: TimelineProps) {
  const player = useRef<HTMLAudioElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [atS, setAtS] = useState(0);
  const lastS = Math.floor(durationMs / 1000);

  useEffect(() => {
    const found = document.getElementById(PLAYER_ID);
    if (!(found instanceof HTMLAudioElement)) return;
    player.current = found;
    setReady(true);
    const follow = () => setAtS(Math.floor(found.currentTime));
    found.addEventListener("timeupdate", follow);
    return () => found.removeEventListener("timeupdate", follow);
  }, []);

  const moveTo = (seconds: number) => {
    const place = Math.min(lastS, Math.max(0, seconds));
    setAtS(place);
    if (player.current !== null) player.current.currentTime = place;
  };
  const play = () => {
    // The browser shows its own message in the player when it cannot play.
    void player.current?.play().catch(() => {});
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      if (player.current?.paused === false) player.current.pause();
      else play();
    } else if (event.key === "ArrowRight") moveTo(atS + ARROW_S);
    else if (event.key === "ArrowLeft") moveTo(atS - ARROW_S);
    else return;
    event.preventDefault();
  };

  return (
    <input
      class="timeline-place"
      type="range"
      hidden={!isReady}
      min={0}
      max={lastS}
      step={1}
      value={atS}
      aria-label="Place in the recording: arrow keys move, Enter plays"
      aria-valuetext={clockTime(atS * 1000)}
      onInput={(event) => moveTo(event.currentTarget.valueAsNumber)}
      onPointerUp={play}
      onKeyDown={pressed}
    />
  );
}
