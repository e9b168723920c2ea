import type { AlarmsState } from "@/lib/alarms/alarm.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import type { Clock } from "@/lib/clock.ts";
import type { AuditRow } from "@/lib/record/audit.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { longestWayMs } from "@/lib/rehearsal/patients/disturbances.ts";
import { liesAboutQuiet, type Profile } from "@/lib/rehearsal/patients/profiles.ts";
import type { CaseMeasures } from "@/lib/rehearsal/round/case_measures.ts";
import { HeardQuestions } from "@/lib/rehearsal/round/heard_questions.ts";
import type { Broken } from "@/lib/rehearsal/round/invariants.ts";
import { questionBook } from "@/lib/rehearsal/round/question_book.ts";
import { ShownAlarms } from "@/lib/rehearsal/round/shown_alarms.ts";
import type { Playback, RoomListener } from "@/lib/rehearsal/round/simulated_speaker.ts";
import type { SimulatedPage } from "@/lib/rehearsal/round/simulated_page.ts";
import type { MockDoctor } from "@/lib/rehearsal/round/mock_doctor.ts";
import type { MockPatient } from "@/lib/rehearsal/round/mock_patient.ts";
import type { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";

/** The page measures over 100 ms and begins within the next: what began since, nobody could know. */
const UNKNOWABLE_MS = 250;

/** A page has heard that auto mode is off, and its loudspeaker is silent, within this. */
const SILENCED_WITHIN_MS = 50;

/** What becomes text within this of a question's first sound comes too late for it. */
const TOO_LATE_TEXT_MS = 1_000;

/** What the witness sees of a case: the room and who is in it, and what is on page and box. */
export interface WitnessedCase {
  readonly draw: { readonly card: CaseCard; readonly profile: Profile };
  readonly page: Pick<SimulatedPage, "autoView" | "inControl" | "isConnected">;
  readonly patient: Pick<MockPatient, "turns" | "textEndMs">;
  readonly doctor: Pick<MockDoctor, "tapped">;
  readonly room: RoomSound;
  readonly session: { readonly state: { readonly alarms: AlarmsState } };
}

/** Somebody in the room who hears everything, with a watch: judges what no page or log can. */
export class RoomWitness implements RoomListener {
  readonly #clock: Clock;
  readonly #theCase: () => WitnessedCase;
  /** By utterance. */
  readonly #lastWordToVoiceMs = new Map<string, number>();
  readonly heard = new Set<string>();
  readonly #shown = new ShownAlarms();
  #questions: HeardQuestions | null = null;
  #broken: Broken[] = [];
  #playing: Playback | null = null;
  /** When the patient's words had last ended as it began, and those that were text. */
  #spokeBeforeMs: number | null = null;
  #textBeforeMs: number | null = null;
  #lastSoundMs = 0;
  #inControl: boolean | null = null;
  #askedAfterMs: number | null = null;
  #isDisclosed = false;
  #offSinceMs: number | null = null;
  #phase = "OFF";
  #asked = 0;

  constructor(clock: Clock, theCase: () => WitnessedCase) {
    this.#clock = clock;
    this.#theCase = theCase;
  }

  playing(playback: Playback): void {
    const nowMs = this.#clock.monotonicMs();
    this.#playing = playback;
    const { patient, room } = this.#theCase();
    this.#spokeBeforeMs = room.lastSpeechEndMs(nowMs);
    this.#textBeforeMs = patient.textEndMs(nowMs - TOO_LATE_TEXT_MS);
    this.#disclosureFirst(playback);
    if (!playback.isAuto) return;
    this.#intoSpeech(nowMs);
    if (!isQuestion(playback)) return;
    if (this.#phase === "GOLDEN") this.#say("no_question_in_golden", "a question begins");
    this.#asked += 1;
    const lastWordMs = this.#spokeBeforeMs;
    if (lastWordMs === null || lastWordMs === this.#askedAfterMs) return;
    this.#askedAfterMs = lastWordMs;
    this.#lastWordToVoiceMs.set(playback.utteranceId, nowMs - lastWordMs);
  }

  played(playback: Playback, completed: boolean): void {
    this.#playing = null;
    this.#lastSoundMs = this.#clock.monotonicMs();
    if (!completed) return;
    this.heard.add(playback.utteranceId);
    if (isPhrase(playback, "disclosure")) this.#isDisclosed = true;
    // While the line is down nobody keeps the answer: the question may come again (QU8).
    const isKept = this.#theCase().page.isConnected;
    if (isQuestion(playback) && isKept) this.#heardQuestion(playback);
  }

  /** One voice at a time: what a loudspeaker is told to say does not break off what it says (SP4). */
  talkedOver(): void {
    this.#say("one_voice", "another begins before it has ended");
  }

  /** After every step of the round. */
  look(auto: AutoState): void {
    const nowMs = this.#clock.monotonicMs();
    const { page, room } = this.#theCase();
    // The page that listens from now on has heard nothing of the silence that stands (TT12).
    const isNewEar = page.inControl !== this.#inControl;
    this.#inControl = page.inControl;
    // Without a page or ears she cannot hear (TT12); a pause and a Stop are the doctor's (UR1, DW1).
    const isHers = page.isConnected && auto.run !== null &&
      auto.phase !== "PAUSED_URGENT" && !auto.turn.isHushed && auto.lack === null;
    const isSound = this.#playing !== null || room.quietFromMs(nowMs) > nowMs;
    if (isSound || isNewEar || !isHers) this.#lastSoundMs = nowMs;
    this.#phase = auto.phase;
    if (auto.run !== null || this.#playing?.isAuto !== true) this.#offSinceMs = null;
    else this.#offSinceMs ??= nowMs;
    const isLate = this.#offSinceMs !== null &&
      nowMs - this.#offSinceMs > SILENCED_WITHIN_MS + this.#lineMs();
    this.#broken.push(...this.#alarms(auto.phase, nowMs));
    if (isLate && page.isConnected) {
      this.#say("off_silences", `still speaking ${nowMs - (this.#offSinceMs ?? 0)} ms after`);
    }
  }

  silentMs(): number {
    return this.#clock.monotonicMs() - this.#lastSoundMs;
  }

  takeBroken(): Broken[] {
    const broken = this.#broken;
    this.#broken = [];
    return broken;
  }

  measures(audit: readonly AuditRow[], cutOffs: number): Omit<CaseMeasures, "commitLagMs"> {
    const { atOnce, afterPass } = questionLatencies(audit);
    const sinceLastWord = (latencies: readonly Latency[]) =>
      latencies.flatMap(({ utterance }) => this.#lastWordToVoiceMs.get(utterance) ?? []);
    return {
      lastWordToVoiceMs: sinceLastWord(atOnce),
      lastWordAfterPassMs: sinceLastWord(afterPass),
      turnEndToVoiceMs: atOnce.flatMap(({ toSpeechMs }) => toSpeechMs),
      turnEndToIssueMs: atOnce.flatMap(({ toIssueMs }) => toIssueMs),
      emptyQueueMs: afterPass.flatMap(({ toIssueMs }) => toIssueMs),
      questions: this.#asked,
      cutOffs,
      pauses: audit.filter(({ kind }) => kind === "auto.paused").length,
    };
  }

  #alarms(phase: AutoState["phase"], nowMs: number): Broken[] {
    const { doctor, page, session } = this.#theCase();
    const view = page.isConnected ? page.autoView : null;
    const { alarms } = session.state.alarms;
    return this.#shown.look({
      ...{ nowMs, alarms, phase, view, tapped: doctor.tapped },
      lineMs: this.#lineMs(),
    });
  }

  /** What the service says is at the page this much later. */
  #lineMs(): number {
    return longestWayMs(this.#theCase().draw.profile, "down");
  }

  #heardQuestion({ isAuto, text }: Playback): void {
    const { draw } = this.#theCase();
    this.#questions ??= new HeardQuestions(questionBook(draw.card));
    const nowMs = this.#clock.monotonicMs();
    // Who is told of quiet while the patient answers has every reason to ask again.
    const isLiedTo = draw.profile.rates.quiet_while_speaking !== undefined;
    const lastSpeechEndMs = isLiedTo ? null : this.#textBeforeMs;
    this.#broken.push(...this.#questions.heard({ text, isAuto, nowMs, lastSpeechEndMs }));
  }

  #disclosureFirst(playback: Playback): void {
    if (this.#isDisclosed || isPhrase(playback, "disclosure")) return;
    this.#say("disclosure_first", "something else is said before it");
  }

  /** Nothing of Alba's own is ever begun while the patient is heard to speak (SP10). */
  #intoSpeech(nowMs: number): void {
    const { draw, patient, room } = this.#theCase();
    const speakingMs = room.speakingForMs(nowMs);
    if (speakingMs === null || speakingMs <= UNKNOWABLE_MS) return;
    if (liesAboutQuiet(draw.profile, patient.turns)) return;
    this.#say("not_into_speech", `the patient has been speaking for ${Math.round(speakingMs)} ms`);
  }

  #say(rule: string, words: string): void {
    this.#broken.push({ rule, words, atMs: this.#clock.monotonicMs() });
  }
}

function isPhrase({ ref }: Playback, phrase: string): boolean {
  return "phrase" in ref && ref.phrase === phrase;
}

function isQuestion(playback: Playback): boolean {
  return "agenda" in playback.ref || isPhrase(playback, "anything_else");
}

interface Latency {
  readonly utterance: string;
  readonly toIssueMs: readonly number[];
  readonly toSpeechMs: readonly number[];
}

/**
 * How long questions took from the turn end that permitted them. What came out of an empty queue had to
 * wait for a pass by its nature (QF6) and is told apart.
 */
function questionLatencies(
  audit: readonly AuditRow[],
): { readonly atOnce: readonly Latency[]; readonly afterPass: readonly Latency[] } {
  const atOnce: Latency[] = [];
  const afterPass: Latency[] = [];
  let isEmpty = false;
  for (const { detail, kind } of audit) {
    if (kind === "auto.turn_ended") isEmpty = false;
    if (kind === "auto.thinking" && detail.reason === "empty_queue") isEmpty = true;
    if (kind !== "auto.question_latency" || detail.reask === true) continue;
    const number = (name: string) => typeof detail[name] === "number" ? [detail[name]] : [];
    const latency = {
      utterance: String(detail.utterance),
      toIssueMs: number("turn_end_to_issue_ms"),
      toSpeechMs: number("turn_end_to_speech_ms"),
    };
    (isEmpty || detail.item === null ? afterPass : atOnce).push(latency);
    isEmpty = false;
  }
  return { atOnce, afterPass };
}
