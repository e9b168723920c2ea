import type { ConsultationSummary } from "@/lib/consultation/read_model.ts";
import { dateWords, durationWords } from "@/lib/page/format_time.ts";
import { StateBadge } from "@/components/StateBadge.tsx";

/** Consultations, newest first, each a large target. */
export function ConsultationList(
  { consultations }: { consultations: readonly ConsultationSummary[] },
) {
  return (
    <ul class="consultations">
      {consultations.map((consultation) => (
        <li key={consultation.id}>
          <a href={`/consultations/${consultation.id}`}>
            <span class="who">{consultation.reference ?? "No patient reference"}</span>
            <span class="when">
              {dateWords(consultation.startedWallMs)}
              {" · "}
              {consultation.recordedMs === null
                ? "nothing recorded"
                : durationWords(consultation.recordedMs)}
            </span>
            <span class="badges">
              {consultation.openAlarms > 0 && (
                <span class="badge badge-alarm">{alarmWords(consultation.openAlarms)}</span>
              )}
              <StateBadge state={consultation.state} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function alarmWords(count: number): string {
  return count === 1 ? "1 alarm not seen" : `${count} alarms not seen`;
}
