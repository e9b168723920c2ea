import {
  type Alarm,
  type AlarmSource,
  type AlarmsState,
  isOpen,
  isStanding,
  NO_ALARMS,
} from "@/lib/alarms/alarm.ts";
import { raiseAlarms } from "@/lib/alarms/raise_alarms.ts";
import { acknowledgeAlarms } from "@/lib/alarms/settle_alarms.ts";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AlarmNews } from "@/lib/auto/auto_event.ts";
import type { AutoTalk } from "./auto_talk.ts";

const LINE = "01J00000000000000000000000";

/** The real alarm module beside the controller: assessments go in, the doctor's taps come back. */
export class AlarmDesk {
  state: AlarmsState = NO_ALARMS;
  readonly talk: AutoTalk;

  constructor(talk: AutoTalk) {
    this.talk = talk;
  }

  #news(keep: (alarm: Alarm) => boolean): AlarmNews[] {
    return this.state.alarms.filter(keep).map(({ id, action }) => ({ id, action }));
  }

  open(): AlarmNews[] {
    return this.#news(isOpen);
  }

  standing(): AlarmNews[] {
    return this.#news(isStanding);
  }

  /** One assessment with these urgent actions. */
  assess(
    version: number,
    actions: readonly string[],
    { source = "model", arranged = false }: {
      readonly source?: AlarmSource;
      readonly arranged?: boolean;
    } = {},
  ): readonly AutoEffect[] {
    const snapshot = `${LINE}-v${version}`;
    const candidates = actions.map((action) => ({
      action,
      reason: "because",
      quote: "words",
      question: null,
      quoteFound: true,
      segment: null,
      source,
      arranged,
    }));
    const raised = raiseAlarms(this.state, candidates, {
      snapshot,
      nowMs: this.talk.nowMs,
      threshold: this.talk.settings.actionMatchThreshold,
      newId: (index) => `${snapshot}-${index + 1}`,
    });
    this.state = raised.state;
    return this.talk.on({
      type: "alarms",
      version,
      source,
      snapshot,
      raised: raised.raised.map(({ id, action }) => ({ id, action })),
      matched: raised.matched.map(({ alarm, candidate, match }) => {
        const known = this.state.alarms.find(({ id }) => id === alarm);
        return {
          alarm,
          candidate,
          matched: match.matched,
          score: match.score,
          exact: match.exact,
          acknowledged: known?.acknowledged !== null,
        };
      }),
      open: this.open(),
      standing: this.standing(),
    });
  }

  /** A pass whose urgent call lands first and whose agenda follows. */
  pass(version: number, actions: readonly string[]): readonly AutoEffect[] {
    this.talk.on({ type: "pass_started", version });
    return this.land(version, actions);
  }

  land(version: number, actions: readonly string[]): readonly AutoEffect[] {
    return [
      ...this.assess(version, actions),
      ...this.talk.on({ type: "pass_landed", version, questions: [] }),
    ];
  }

  /** RESUME or TAKE OVER by a doctor who saw these alarms; all that are open unless told. */
  tap(
    type: "resume" | "takeover",
    displayed: readonly string[] = this.open().map(({ id }) => id),
  ): readonly AutoEffect[] {
    const by = { by: "Dr Test", atMs: this.talk.nowMs };
    const settled = acknowledgeAlarms(this.state, { ids: displayed, snapshot: null }, by);
    this.state = settled.state;
    const seen = this.#news(({ id }) => settled.changed.includes(id));
    return [
      ...this.talk.on({ type, seen, open: this.open() }),
      ...this.talk.on({ type: "alarms_settled", open: this.open(), standing: this.standing() }),
    ];
  }
}
