import { page } from "fresh";
import { define } from "@/lib/web/define.ts";
import { boxRoom } from "@/lib/consultation/box_room.ts";
import { bargeInAdvice } from "@/lib/consultation/barge_in_advice.ts";
import { findingWords, heardAlba, isSoundFinding } from "@/lib/consultation/sound_check_advice.ts";
import { dateWords } from "@/lib/page/format_time.ts";
import type { BargeInAdvice } from "@/lib/protocol/sound_check.ts";
import { services } from "@/lib/services.ts";
import { BargeInLine } from "@/components/BargeInLine.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";
import { SoundFindings } from "@/components/SoundFindings.tsx";
import { SoundCheck } from "@/islands/SoundCheck.tsx";

interface LastCheck {
  readonly when: string;
  readonly microphone: string;
  readonly findings: readonly string[];
  readonly bargeIn: BargeInAdvice | null;
}

export const handler = define.handlers({
  GET(ctx) {
    const { config, record } = services();
    const latest = record.soundChecks.latest(boxRoom(record));
    const last: LastCheck | null = latest === undefined ? null : {
      when: dateWords(latest.checkedWallMs),
      microphone: latest.inputLabel,
      findings: latest.findings.filter(isSoundFinding).map(findingWords),
      bargeIn: bargeInAdvice(
        { peak: latest.loopbackPeak, isHeard: heardAlba(latest.findings) },
        config,
      ),
    };
    return page({ room: config.ROOM_NAME, canSignOut: ctx.state.access.loginRequired, last });
  },
});

export default define.page<typeof handler>(function SoundCheckPage({ data }) {
  const { room, canSignOut, last } = data;
  return (
    <PageFrame title="Sound check" here="sound-check" room={room} canSignOut={canSignOut}>
      <div class="stack narrow">
        <h1>Sound check</h1>
        <p>
          Alba listens to the room, plays something, and listens to you. Nothing of it is kept but
          the levels.
        </p>
        <noscript>
          <p class="notice notice-attention">
            The sound check needs JavaScript, which is switched off in this browser.
          </p>
        </noscript>
        <SoundCheck />
        {last !== null && (
          <section class="stack-tight" aria-labelledby="last">
            <h2 id="last">The check before</h2>
            <p class="soft">
              {last.when}
              {last.microphone !== "" && ` · ${last.microphone}`}
            </p>
            <SoundFindings findings={last.findings} />
            <BargeInLine advice={last.bargeIn} />
          </section>
        )}
      </div>
    </PageFrame>
  );
});
