import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import {
  namesUnknownIds,
  type Profile,
  reportFate,
  speakEndedFate,
} from "@/lib/rehearsal/patients/profiles.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";

type Post = (message: PageMessage) => void;

/** A page that loses, doubles, disorders or makes up messages, as the case's profile has it (MP3). */
export function tamperedMessages(
  profile: Profile,
  hits: FaultHits,
): (message: PageMessage, post: Post) => void {
  let [ended, reports, sent] = [0, 0, 0];
  let held: PageMessage | null = null;

  const speakEnded = (message: PageMessage, post: Post) => {
    const fate = speakEndedFate(profile, ended++);
    if (fate !== "once") hits.add(fate === "lost" ? "lost_speak_ended" : "doubled_speak_ended");
    if (fate === "lost") return;
    if (fate === "twice") post(message);
    post(message);
  };
  const quiet = (message: PageMessage, post: Post) => {
    const fate = reportFate(profile, reports++);
    if (fate !== "once") hits.add("disordered_reports");
    if (fate === "after_next" && held === null) {
      held = message;
      return;
    }
    post(message);
    if (fate === "twice") post(message);
    if (held !== null) post(held);
    held = null;
  };

  return (message, post) => {
    if (message.type === "quiet") return quiet(message, post);
    if (message.type === "speak_ended") speakEnded(message, post);
    else post(message);
    if (message.type === "ping" || !namesUnknownIds(profile, sent++)) return;
    hits.add("unknown_ids");
    post({ type: "speak_ended", utterance_id: "never-was", reason: "completed" });
    post({ type: "auto_resume", alarm_ids: ["never-was"], snapshot: 99_999 });
    post({ type: "speak", ref: { agenda: { version: 99_999, index: 0 } } });
  };
}
