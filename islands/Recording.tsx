import { useRef, useState } from "preact/hooks";
import type { TranscriptLine } from "@/lib/consultation/read_model.ts";
import { TranscriptLines } from "@/components/TranscriptLines.tsx";

export interface RecordingProps {
  readonly lines: readonly TranscriptLine[];
  readonly audioUrl: string;
}

/** The recording beside its transcript: a tap on a line's time plays from there. */
export function Recording({ lines, audioUrl }: RecordingProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState<string | null>(null);

  const play = (line: TranscriptLine) => {
    const element = audio.current;
    if (element === null) return;
    element.currentTime = line.startMs / 1000;
    setPlaying(line.id);
    // The browser shows its own message in the player when it cannot play.
    void element.play().catch(() => setPlaying(null));
  };

  const follow = () => {
    const nowMs = (audio.current?.currentTime ?? 0) * 1000;
    setPlaying(lines.findLast((line) => line.startMs <= nowMs)?.id ?? null);
  };

  return (
    <div class="stack transcript-page">
      <div class="player">
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={audioUrl}
          aria-label="Recording of the consultation"
          onTimeUpdate={follow}
          onEnded={() => setPlaying(null)}
        />
        <a class="button" href={audioUrl} download>Download WAV</a>
        <a class="button" href={`${audioUrl}?alba=muted`} download>Without Alba's voice</a>
      </div>
      <TranscriptLines lines={lines} audioUrl={audioUrl} playing={playing} onPlay={play} />
    </div>
  );
}
