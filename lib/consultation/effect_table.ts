import { getLogger } from "@logtape/logtape";
import type { AppendOutcome } from "@/lib/audio/wav_recorder.ts";
import { samples } from "@/lib/audio/units.ts";
import type { AutoCalls } from "@/lib/consultation/auto_calls.ts";
import { beginAuto } from "@/lib/consultation/begin_auto.ts";
import type { PageLinks } from "@/lib/consultation/page_links.ts";
import type { SessionAudio } from "@/lib/consultation/session_audio.ts";
import type { OutwardEffect } from "@/lib/consultation/session_effect.ts";
import type { SessionEnd } from "@/lib/consultation/session_end.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import { committedThrough } from "@/lib/consultation/session_sound.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import type { SpeechJobs } from "@/lib/consultation/speech_jobs.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";

/** All that the effects of one consultation's steps act on. */
export interface Outside {
  readonly consultation: Pick<Consultation, "id" | "room">;
  readonly parts: Pick<SessionParts, "decisions" | "finaliser" | "record">;
  readonly audio: SessionAudio;
  readonly links: PageLinks;
  readonly speech: SpeechJobs;
  /** Null while AUTO_MODE_ENABLED is false. */
  readonly calls: AutoCalls | null;
  readonly end: SessionEnd;
  /** As the newest step has left it. */
  readonly state: () => SessionState;
  readonly post: (event: SessionEvent) => void;
  /** Handled before all that waits. */
  readonly postFirst: (event: SessionEvent) => void;
  /** What the step itself wants handled next, in its order. */
  readonly again: (event: SessionEvent) => void;
}

type Of<Type extends OutwardEffect["type"]> = Extract<OutwardEffect, { type: Type }>;

type EffectTable = {
  readonly [Type in OutwardEffect["type"]]: (effect: Of<Type>) => boolean | void;
};

/**
 * Carries effects out. The function that it returns answers false when the rest of the step's audio
 * must not leave: the recording did not take it.
 */
export function effectTable(outside: Outside): (effect: OutwardEffect) => boolean {
  const table: EffectTable = {
    ...ofPagesAndSound(outside),
    ...ofModels(outside),
    ...ofSession(outside),
  };
  const perform = <Type extends OutwardEffect["type"]>(effect: Of<Type>) => {
    const handler = table[effect.type] as (effect: Of<Type>) => boolean | void;
    return handler(effect) !== false;
  };
  return perform;
}

function ofPagesAndSound(outside: Outside) {
  const { audio, links, post, speech } = outside;
  return {
    send: ({ link, message }) => links.send(link, message),
    broadcast: ({ message }) => links.broadcast(message),
    close_link: ({ link, code, words }) => links.close(link, code, words),
    record_audio: ({ pcm }) => recorded(outside, audio.append(pcm)),
    record_silence: ({ samples: length }) =>
      recorded(outside, audio.appendSilence(samples(length))),
    feed_ears: ({ from, pcm, muted }) => audio.feed(from, pcm, muted),
    flush_ears: () => void audio.flush().then(() => post({ type: "flushed" })),
    score_turn_end: ({ span }) => audio.scoreTurnEnd(span, post),
    prepare_speech: ({ utteranceId, spoken }) => speech.prepare(utteranceId, spoken),
    abort_speech: ({ utteranceId }) => speech.abort(utteranceId),
    speak_ahead: ({ spoken, token }) => speech.ahead(token, spoken),
  } satisfies Partial<EffectTable>;
}

function ofModels({ calls, consultation: { id }, parts: { decisions } }: Outside) {
  return {
    request_pass: ({ wish }) => void decisions.requestPass(wish),
    release_pass: () => decisions.releasePass(id),
    cancel_passes: () => decisions.cancel(id),
    ask_short: ({ ask }) => calls?.ask(ask),
    cancel_short: () => calls?.cancelAll(),
  } satisfies Partial<EffectTable>;
}

function ofSession({ again, consultation, end, links, parts, state }: Outside) {
  const { finaliser, record } = parts;
  const log = getLogger(["alba", "consultation", "session"]);
  return {
    again: ({ event }) => again(event),
    again_say: ({ say }) => again({ type: "auto_say", freshId: record.newId(), say }),
    begin_auto: (effect) => {
      const userAgent = links.userAgent(state().clients.controller);
      again(beginAuto(effect, record.soundChecks, consultation.room, userAgent));
    },
    auto_mistake: ({ error }) =>
      log.error("Auto mode met a mistake of ours", { consultation: consultation.id, error }),
    finalise: () => end.finalise(),
    speakers_answered: () => finaliser.declared(consultation.id),
    retire: () => end.retire(),
  } satisfies Partial<EffectTable>;
}

/** What the recording refused was not heard either: the ears go back to where it stands. */
function recorded({ audio, postFirst, state }: Outside, outcome: AppendOutcome): boolean {
  if (outcome.ok) return true;
  const { code, words } = outcome;
  const { position } = audio;
  // From the state, not from the record: on a full disk the record may lag behind it.
  audio.listenAgain(committedThrough(state().transcript.committed));
  postFirst({ type: "recording_failed", code, words, position });
  return false;
}
