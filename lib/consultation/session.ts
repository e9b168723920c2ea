import { getLogger } from "@logtape/logtape";
import { Mailbox } from "@/lib/mailbox.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { AutoCalls } from "@/lib/consultation/auto_calls.ts";
import { durableWriter } from "@/lib/consultation/durable_writer.ts";
import { effectTable } from "@/lib/consultation/effect_table.ts";
import { sealRecording } from "@/lib/consultation/finalise/seal_recording.ts";
import {
  type OpenedSession,
  type OpenSessionOutcome,
  openSessionParts,
} from "@/lib/consultation/open_session.ts";
import { type PageLink, PageLinks } from "@/lib/consultation/page_links.ts";
import { isDurable, type OutwardEffect } from "@/lib/consultation/session_effect.ts";
import type { Person, SessionEvent } from "@/lib/consultation/session_event.ts";
import { SessionEnd } from "@/lib/consultation/session_end.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import { isSound } from "@/lib/consultation/session_sound.ts";
import { NOTHING_SAID } from "@/lib/consultation/slices/said_turns.ts";
import { SpeechJobs } from "@/lib/consultation/speech_jobs.ts";
import { step } from "@/lib/consultation/step.ts";
import { UnsavedRows } from "@/lib/consultation/unsaved_rows.ts";

/** Waits and losses are decided at this rate (MA8's tick). */
const TICK_MS = 250;

/** RFC 6455's registry: the page connects again by itself. */
const SERVICE_RESTART = 1012;

/**
 * A live consultation: the one place where the pure step meets the world. Events go through a
 * run-to-completion mailbox; effects go to the table in effect_table.ts.
 */
export class Session {
  readonly consultation: Consultation["id"];
  readonly room: Consultation["room"];
  readonly #log = getLogger(["alba", "consultation", "session"]);
  readonly #parts: SessionParts;
  readonly #opened: OpenedSession;
  readonly #links = new PageLinks();
  readonly #mailbox: Mailbox<SessionEvent>;
  readonly #unsaved: UnsavedRows;
  readonly #end: SessionEnd;
  readonly #speech: SpeechJobs;
  /** Null while AUTO_MODE_ENABLED is false. */
  readonly #calls: AutoCalls | null;
  /** False when the rest of the step's audio must not leave: the recording did not take it. */
  readonly #perform: (effect: OutwardEffect) => boolean;
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
    this.#perform = effectTable({
      consultation,
      parts,
      audio: opened.audio,
      links: this.#links,
      speech: this.#speech,
      calls: this.#calls,
      end: this.#end,
      state: () => this.#state,
      post: (event) => this.post(event),
      postFirst: (event) => this.#mailbox.postFirst(event),
      again: (event) => void this.#again.push(event),
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
    this.#links.add(link);
  }

  disconnect(link: string): void {
    this.#links.remove(link);
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
    this.#links.closeAll(SERVICE_RESTART, "The service is restarting.");
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
    this.#links.closeAll(SERVICE_RESTART, words);
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

  /** The record does not take what is to be kept; it waits in memory. */
  get isRecordStuck(): boolean {
    return this.#unsaved.isWaiting;
  }

  #handle(event: SessionEvent): void {
    if (event.type === "tick") this.#end.tryAgain();
    const { state, effects } = step(this.#state, event, {
      settings: this.#opened.settings,
      nowMs: this.#parts.clock.monotonicMs(),
      wallMs: this.#parts.clock.wallMs(),
      isRecordStuck: this.isRecordStuck,
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

  #retired(): void {
    this.#release();
    this.#links.closeAll(CLOSE.over, "Recording finished.");
    this.#parts.onRetired(this.consultation);
  }

  /** Builds the session of a consultation that is live or was left unfinished by a crash. */
  static open(
    consultation: Consultation,
    parts: SessionParts,
    resumed: boolean,
  ): { ok: true; session: Session } | Extract<OpenSessionOutcome, { ok: false }> {
    const opened = openSessionParts(consultation, parts, resumed);
    if (!opened.ok) return opened;
    return { ok: true, session: new Session(consultation, opened.opened, parts) };
  }
}
