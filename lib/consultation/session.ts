import { getLogger } from "@logtape/logtape";
import { samples } from "@/lib/audio/units.ts";
import { Mailbox } from "@/lib/mailbox.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { AutoCalls } from "@/lib/consultation/auto_calls.ts";
import { beginAuto } from "@/lib/consultation/begin_auto.ts";
import { durableWriter } from "@/lib/consultation/durable_writer.ts";
import { sealRecording } from "@/lib/consultation/finalise/seal_recording.ts";
import { type OpenedSession, openSessionParts } from "@/lib/consultation/open_session.ts";
import { isDurable, type OutwardEffect } from "@/lib/consultation/session_effect.ts";
import type { Person, SessionEvent } from "@/lib/consultation/session_event.ts";
import { SessionEnd } from "@/lib/consultation/session_end.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import { committedThrough, isSound } from "@/lib/consultation/session_sound.ts";
import { NOTHING_SAID } from "@/lib/consultation/slices/said_turns.ts";
import { SpeechJobs } from "@/lib/consultation/speech_jobs.ts";
import { step } from "@/lib/consultation/step.ts";
import { UnsavedRows } from "@/lib/consultation/unsaved_rows.ts";

/** One page's socket, as the session sees it. */
export interface PageLink {
  readonly id: string;
  /** The browser's own name for itself; absent for what is none. */
  readonly userAgent?: string;
  send(message: ServerMessage): void;
  close(code: number, words: string): void;
}

/** Waits and losses are decided at this rate (MA8's tick). */
const TICK_MS = 250;

/** RFC 6455's registry: the page connects again by itself. */
const SERVICE_RESTART = 1012;

type Of<Type extends OutwardEffect["type"]> = Extract<OutwardEffect, { type: Type }>;

/**
 * A live consultation: the one place where the pure step meets the world. Events go through a
 * run-to-completion mailbox; effects go to the table at the end of this file.
 */
export class Session {
  readonly consultation: Consultation["id"];
  readonly room: Consultation["room"];
  readonly #log = getLogger(["alba", "consultation", "session"]);
  readonly #parts: SessionParts;
  readonly #opened: OpenedSession;
  readonly #links = new Map<string, PageLink>();
  readonly #mailbox: Mailbox<SessionEvent>;
  readonly #unsaved: UnsavedRows;
  readonly #end: SessionEnd;
  readonly #speech: SpeechJobs;
  /** Null while AUTO_MODE_ENABLED is false. */
  readonly #calls: AutoCalls | null;
  readonly #stopListening: () => void;
  #state: SessionState;
  /** What a step wants handled next, in its order. */
  #again: SessionEvent[] = [];
  #cancelTick: () => void = () => {};
  #over = false;

  constructor(consultation: Consultation, opened: OpenedSession, parts: SessionParts) {
    this.consultation = consultation.id;
    this.room = consultation.room;
    this.#parts = parts;
    this.#opened = opened;
    this.#state = opened.initial;
    this.#mailbox = new Mailbox((event) => this.#handleSafely(event));
    this.#unsaved = new UnsavedRows(
      parts.record,
      durableWriter(parts.record, consultation, parts.earsLabel),
    );
    this.#end = new SessionEnd({
      consultation: consultation.id,
      audio: opened.audio,
      parts,
      unsaved: this.#unsaved,
      post: (event) => this.post(event),
      onSafe: () => this.#retired(),
    });
    this.#speech = new SpeechJobs(parts, consultation.id, (event) => this.post(event));
    const { auto } = opened.settings;
    this.#calls = auto === null ? null : new AutoCalls({
      decisions: parts.decisions,
      consultation: consultation.id,
      room: consultation.room,
      limits: auto.calls,
      said: () => this.#state.auto?.said ?? NOTHING_SAID,
      onAnswer: (answer) => this.post({ type: "auto_answer", answer }),
    });
    opened.onEars((event) => this.post({ type: "ears", event, freshId: parts.record.newId() }));
    this.#stopListening = parts.voice.onState((engine) =>
      this.post({ type: "voice_state", engine })
    );
    this.#tickLater();
    if (opened.resumed) this.post({ type: "resumed" });
  }

  post(event: SessionEvent): void {
    if (!this.#over) this.#mailbox.post(event);
  }

  connect(link: PageLink): void {
    this.#links.set(link.id, link);
  }

  disconnect(link: string): void {
    this.#links.delete(link);
    this.post({ type: "disconnected", link });
  }

  /** What the pages and `/healthz` may read; never changed from outside. */
  get state(): SessionState {
    return this.#state;
  }

  /** Audio of an utterance of this consultation, or null when there is none (any more). */
  utteranceAudio(utteranceId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#speech.audio(utteranceId);
  }

  /** Stops the consultation for a browser that cannot say so over its socket. */
  stop(by: Person): void {
    this.post({ type: "stop_requested", by });
  }

  /** The service is stopping: what is known is written and the recording closed, not ended. */
  shutdown(): void {
    this.#unsaved.retry();
    this.#release();
    this.#opened.audio.finish();
    for (const link of this.#links.values()) {
      link.close(SERVICE_RESTART, "The service is restarting.");
    }
  }

  /**
   * Stop is being undone: all is written and sealed as at the end, and the pages come back to the
   * session that takes this one's place. False when the disk refuses; then all stays as it was.
   */
  leave(words: string): boolean {
    if (this.#unsaved.retry() === "still_waiting") return false;
    const sealed = sealRecording(this.consultation, this.#opened.audio, this.#parts.record);
    if (!sealed.ok) return false;
    this.#release();
    for (const link of this.#links.values()) link.close(SERVICE_RESTART, words);
    return true;
  }

  #tickLater(): void {
    this.#cancelTick = this.#parts.clock.after(TICK_MS, () => {
      this.post({ type: "tick" });
      if (!this.#over) this.#tickLater();
    });
  }

  #release(): void {
    this.#over = true;
    this.#cancelTick();
    this.#stopListening();
    this.#speech.abortAll();
  }

  /** A mistake of ours in one event must cost that event, not the recording of every room. */
  #handleSafely(event: SessionEvent): void {
    try {
      this.#handle(event);
    } catch (error) {
      this.#log.error("An event could not be handled", {
        consultation: this.consultation,
        kind: event.type,
        error: error instanceof Error ? error.name : "unknown",
      });
    }
  }

  #handle(event: SessionEvent): void {
    if (event.type === "tick") this.#end.tryAgain();
    const { state, effects } = step(this.#state, event, {
      settings: this.#opened.settings,
      nowMs: this.#parts.clock.monotonicMs(),
      wallMs: this.#parts.clock.wallMs(),
      isRecordStuck: this.#unsaved.isWaiting,
    });
    this.#state = state;
    if (event.type === "decisions" && event.event.type === "call") {
      this.#calls?.ended(event.event.row);
    }
    // A gap is a fact only when its silence has been written; refused, it is measured anew later.
    const silences = effects.filter(({ type }) => type === "record_silence");
    const isWhole = silences.every((silence) => isDurable(silence) || this.#perform(silence));
    const rows = effects.filter(isDurable).filter(({ type }) => isWhole || type !== "save_gap");
    const trouble = this.#unsaved.write(rows);
    if (trouble !== null) this.#mailbox.postFirst({ type: "storage_failed", words: trouble });
    for (const effect of effects) {
      if (isDurable(effect) || effect.type === "record_silence") continue;
      if (!isWhole && isSound(effect)) continue;
      if (!this.#perform(effect)) break;
    }
    for (const next of this.#again.splice(0).reverse()) this.#mailbox.postFirst(next);
  }

  /** False when the rest of the step's audio must not leave: the recording did not take it. */
  #perform<Type extends OutwardEffect["type"]>(effect: Of<Type>): boolean {
    const handler = this.#handlers[effect.type] as (effect: Of<Type>) => boolean | void;
    return handler(effect) !== false;
  }

  readonly #handlers: {
    readonly [Type in OutwardEffect["type"]]: (e: Of<Type>) => boolean | void;
  } = {
    send: ({ link, message }) => this.#links.get(link)?.send(message),
    broadcast: ({ message }) => this.#links.forEach((link) => link.send(message)),
    close_link: ({ link, code, words }) => {
      this.#links.get(link)?.close(code, words);
      this.#links.delete(link);
    },
    record_audio: ({ pcm }) => this.#recorded(this.#opened.audio.append(pcm)),
    record_silence: ({ samples: length }) =>
      this.#recorded(this.#opened.audio.appendSilence(samples(length))),
    feed_ears: ({ pcm, muted }) => this.#opened.audio.feed(pcm, muted),
    flush_ears: () => void this.#opened.audio.flush().then(() => this.post({ type: "flushed" })),
    prepare_speech: ({ utteranceId, spoken }) => this.#speech.prepare(utteranceId, spoken),
    abort_speech: ({ utteranceId }) => this.#speech.abort(utteranceId),
    request_pass: ({ wish }) => void this.#parts.decisions.requestPass(wish),
    release_pass: () => this.#parts.decisions.releasePass(this.consultation),
    cancel_passes: () => this.#parts.decisions.cancel(this.consultation),
    again: ({ event }) => void this.#again.push(event),
    again_say: ({ say }) =>
      void this.#again.push({ type: "auto_say", freshId: this.#parts.record.newId(), say }),
    begin_auto: (effect) => {
      const { record } = this.#parts;
      const { userAgent = "" } = this.#links.get(this.#state.clients.controller ?? "") ?? {};
      this.#again.push(beginAuto(effect, record.soundChecks, this.room, userAgent));
    },
    speak_ahead: ({ spoken, token }) => this.#speech.ahead(token, spoken),
    ask_short: ({ ask }) => this.#calls?.ask(ask),
    cancel_short: () => this.#calls?.cancelAll(),
    score_turn_end: ({ span }) =>
      this.#opened.audio.scoreTurnEnd(span, (event) => this.post(event)),
    auto_mistake: ({ error }) =>
      this.#log.error("Auto mode met a mistake of ours", {
        consultation: this.consultation,
        error,
      }),
    finalise: () => this.#end.finalise(),
    speakers_answered: () => this.#parts.finaliser.declared(this.consultation),
    retire: () => this.#end.retire(),
  };

  #retired(): void {
    this.#release();
    for (const link of this.#links.values()) link.close(CLOSE.over, "Recording finished.");
    this.#parts.onRetired(this.consultation);
  }

  #recorded(outcome: ReturnType<OpenedSession["audio"]["append"]>): boolean {
    if (outcome.ok) return true;
    const { code, words } = outcome;
    const { position } = this.#opened.audio;
    // From the state, not from the record: on a full disk the record may lag behind it.
    const { spanStart } = this.#state.voice;
    this.#opened.audio.listenAgain(
      committedThrough(this.#state.transcript.committed),
      spanStart === null ? null : samples(spanStart),
    );
    this.#mailbox.postFirst({ type: "recording_failed", code, words, position });
    return false;
  }

  /** Builds the session of a consultation that is live or was left unfinished by a crash. */
  static open(
    consultation: Consultation,
    parts: SessionParts,
    resumed: boolean,
  ): { ok: true; session: Session } | { ok: false; words: string } {
    const opened = openSessionParts(consultation, parts, resumed);
    if (!opened.ok) return opened;
    return { ok: true, session: new Session(consultation, opened.opened, parts) };
  }
}
