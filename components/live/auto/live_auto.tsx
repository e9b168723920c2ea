import { computed } from "@preact/signals";
import { type AutoSignals, openAutoPage } from "@/lib/page/auto_page.ts";
import { AutoPill } from "@/components/live/auto/AutoPill.tsx";
import { FaceConsent } from "@/components/live/auto/FaceConsent.tsx";
import { AutoStrip } from "@/components/live/auto/AutoStrip.tsx";
import { PauseBanner } from "@/components/live/auto/PauseBanner.tsx";
import { SpeakChoice } from "@/components/live/auto/SpeakChoice.tsx";
import type { LiveAuto } from "@/components/live/live_auto.ts";

/** Auto mode's parts of one live page; they show what is in `signals`. */
export function liveAuto(signals: AutoSignals): LiveAuto {
  const { view } = signals;
  const paused = computed(() => view.value?.paused ?? []);
  const standing = computed(() => view.value?.standing ?? []);
  return {
    open: (host) => openAutoPage(signals, host),
    strip: (parts) => <AutoStrip {...parts} {...signals} />,
    faceBar: (parts) => (
      <>
        <AutoPill {...parts} view={view} />
        <FaceConsent {...parts} view={view} />
      </>
    ),
    urgent: (parts) => ({ paused, standing, banner: <PauseBanner {...parts} view={view} /> }),
    beside: (ref, parts) => <SpeakChoice {...parts} view={view} at={ref} />,
  };
}
