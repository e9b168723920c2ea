import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import { liveAuto } from "@/components/live/auto/live_auto.tsx";
import { LivePage, type LivePageProps } from "@/components/live/LivePage.tsx";

/** The live page where Alba can take the history herself, under the doctor's eyes (EN1). */
export function SupervisedConsultation(props: LivePageProps) {
  const view = useSignal<ReturnType<typeof initialAutoPageView> | null>(initialAutoPageView());
  const goldenLeftS = useSignal<number | null>(null);
  const auto = useMemo(() => liveAuto({ view, goldenLeftS }), []);
  return <LivePage {...props} auto={auto} />;
}
