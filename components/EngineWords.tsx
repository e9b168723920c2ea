import type { EngineState } from "@/lib/engines/ports.ts";

/** What listens and what speaks on this box, in the engines' own words. */
export function EngineWords({ ears, voice }: { ears: EngineState; voice: EngineState }) {
  return (
    <dl class="engines">
      <div>
        <dt>Listening</dt>
        <dd>{ears.words}</dd>
      </div>
      <div>
        <dt>Speaking</dt>
        <dd>{voice.words}</dd>
      </div>
    </dl>
  );
}
