import { LivePage, type LivePageProps } from "@/components/live/LivePage.tsx";

/** The live page where every word of Alba's is the doctor's tap (EN1). */
export function LiveConsultation(props: LivePageProps) {
  return <LivePage {...props} auto={null} />;
}
