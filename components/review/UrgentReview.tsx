import { AlarmQuote } from "@/components/AlarmQuote.tsx";
import type { StoredAlarm } from "@/lib/record/alarm_store.ts";
import { dateWords } from "@/lib/page/format_time.ts";

export interface UrgentReviewProps {
  readonly consultation: string;
  readonly alarms: readonly StoredAlarm[];
  /** While the record is being finished, what is urgent is read but not yet marked as seen. */
  readonly isFinishing: boolean;
}

/** Everything that was urgent: who saw it and when, and what still waits for somebody (FI3, UR8). */
export function UrgentReview({ alarms, consultation, isFinishing }: UrgentReviewProps) {
  const open = alarms.filter((alarm) =>
    alarm.acknowledgedWallMs === null && alarm.arrangedWallMs === null
  );
  return (
    <section class="stack-tight" aria-labelledby="urgent-review">
      <h2 id="urgent-review">Urgent</h2>
      {alarms.length === 0 && <p class="soft">Nothing urgent was found.</p>}
      {open.length > 0 && isFinishing && (
        <div class="urgent-open">
          <p>
            <strong>
              Not seen by anybody yet. It can be marked as seen when finishing is over.
            </strong>
          </p>
          <ul>{open.map((alarm) => <Alarm key={alarm.id} alarm={alarm} />)}</ul>
        </div>
      )}
      {open.length > 0 && !isFinishing && (
        <form
          class="urgent-open"
          method="post"
          action={`/consultations/${consultation}/acknowledge`}
        >
          <p>
            <strong>Not seen by anybody yet. This consultation cannot be approved before.</strong>
          </p>
          {open.map((alarm) => (
            <input key={alarm.id} type="hidden" name="alarm" value={alarm.id} />
          ))}
          <ul>{open.map((alarm) => <Alarm key={alarm.id} alarm={alarm} />)}</ul>
          <button class="button button-main" type="submit">
            {open.length === 1 ? "I have seen this" : "I have seen these"}
          </button>
        </form>
      )}
      <ul class="urgent-seen">
        {alarms.filter((alarm) => !open.includes(alarm)).map((alarm) => (
          <Alarm key={alarm.id} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}

function Alarm({ alarm }: { alarm: StoredAlarm }) {
  return (
    <li>
      <p class="urgent-action">{alarm.action}</p>
      <p>{alarm.reason}</p>
      <AlarmQuote
        quote={alarm.quote}
        question={alarm.question}
        isFound={alarm.quoteFound}
        source={alarm.source}
      />
      <p class="soft small">{fateWords(alarm)}</p>
    </li>
  );
}

function fateWords(alarm: StoredAlarm): string {
  const parts = [`Raised ${dateWords(alarm.raisedWallMs)}`];
  if (alarm.acknowledgedWallMs !== null) {
    parts.push(`seen by ${alarm.acknowledgedBy} ${dateWords(alarm.acknowledgedWallMs)}`);
  }
  if (alarm.arrangedWallMs !== null) parts.push(`arranged ${dateWords(alarm.arrangedWallMs)}`);
  return `${parts.join("; ")}.`;
}
