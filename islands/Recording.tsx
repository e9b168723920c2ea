import { useEffect, useRef } from "preact/hooks";
import { lineAt } from "@/lib/page/line_at.ts";
import { PLAYER_ID } from "@/lib/page/player_id.ts";

export interface RecordingProps {
  readonly audioUrl: string;
}

/**
 * The recording beside its transcript. The lines are the server's and stay so: an hour of them is
 * not rendered a second time in the browser. A tap on a line's time plays from there.
 */
export function Recording({ audioUrl }: RecordingProps) {
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const player = audio.current;
    if (player === null) return;
    return followLines(player);
  }, []);

  return (
    <>
      <div class="player">
        <audio
          ref={audio}
          id={PLAYER_ID}
          controls
          preload="metadata"
          src={audioUrl}
          aria-label="Recording of the consultation"
        />
      </div>
      <div class="row">
        <a class="button" href={audioUrl} download>Download WAV</a>
        <a class="button" href={`${audioUrl}?alba=muted`} download>Without Alba's voice</a>
      </div>
    </>
  );
}

/** Plays lines that are tapped and shows which one is heard; returns what undoes it. */
function followLines(player: HTMLAudioElement): () => void {
  const lines = [...document.querySelectorAll<HTMLElement>("[data-start]")];
  const startsMs = lines.map((line) => Number(line.dataset["start"]));
  let playing: HTMLElement | null = null;
  const show = (line: HTMLElement | null) => {
    if (line === playing) return;
    playing?.classList.remove("line-playing");
    playing?.removeAttribute("aria-current");
    line?.classList.add("line-playing");
    line?.setAttribute("aria-current", "true");
    playing = line;
  };
  const follow = () => show(lines[lineAt(startsMs, player.currentTime * 1000)] ?? null);
  const tapped = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a.play-line") : null;
    const startMs = Number(link?.closest<HTMLElement>("[data-start]")?.dataset["start"]);
    if (link === null || Number.isNaN(startMs)) return;
    event.preventDefault();
    player.currentTime = startMs / 1000;
    // The browser shows its own message in the player when it cannot play.
    void player.play().catch(() => show(null));
  };
  const ended = () => show(null);
  document.addEventListener("click", tapped);
  player.addEventListener("timeupdate", follow);
  player.addEventListener("ended", ended);
  return () => {
    document.removeEventListener("click", tapped);
    player.removeEventListener("timeupdate", follow);
    player.removeEventListener("ended", ended);
  };
}
