import type { HelpEntry } from "@/lib/page/help_entry.ts";
import { PHASE_WORDS } from "@/lib/page/auto_words.ts";

/** What each control of auto mode does, in plain words (VI6). */
export const AUTO_CONTROL_HELP: readonly HelpEntry[] = [
  {
    term: "Auto",
    words: "One tap lets Alba take the history while you watch, and shows her face to the " +
      "patient. Alba introduces herself first, if she has not yet. One more tap ends it at once, " +
      "whatever she is doing. What the button says is what the box has confirmed.",
  },
  {
    term: "Too loud to start",
    words: "Alba begins only into a quiet room. The first number is how loud it was, the second " +
      "is the level above which somebody is taken to speak. A sound check in a quiet room sets it.",
  },
  { term: "Face", words: "Shows the patient's side of the screen again, as below." },
  {
    term: "Handover",
    words: "Alba comes to an end by herself: she asks whether there is anything else, takes the " +
      "answer, and says that you will examine the patient now. “Handing over after this answer” " +
      "stands in the row from the tap on. The phrase of the same meaning " +
      "under “Alba says” ends the run at the tap, without the question.",
  },
  {
    term: "Preparing a question, then Next",
    words: "What Alba will ask at the next quiet moment. A patient who begins to speak is never " +
      "spoken over: Alba waits and asks it later.",
  },
  {
    term: "Ask yours instead, or Let Alba ask",
    words: "Appears beside what you tapped when Alba has a question ready. Yours comes first if " +
      "you say so, and hers waits; otherwise nothing changes. Esc is the same as letting Alba ask.",
  },
  {
    term: "Resume auto",
    words: "Notes that you have seen the actions that stand in the red banner, and lets Alba go " +
      "on where she was. Something that came up meanwhile keeps her waiting.",
  },
  {
    term: "Take over",
    words: "Notes the same and ends the run: the consultation is yours. Alba listens on, writes " +
      "down, and speaks only when you tap.",
  },
  {
    term: "Esc and Stop Alba",
    words:
      "Silence what is being said now; the run goes on, and Alba says nothing more until somebody " +
      "has spoken. During the introduction they end the run. Where barge-in is switched on, " +
      "whoever speaks over Alba silences her, too.",
  },
];

/** What happens in each phase of a run, under the words that the page shows (VI6). */
export const AUTO_PHASE_HELP: readonly HelpEntry[] = [
  {
    term: PHASE_WORDS.DISCLOSURE,
    words: "Alba says who she is and that she records, and asks whether that is all right. " +
      "Skipped when that was said before.",
  },
  {
    term: PHASE_WORDS.INVITATION,
    words: "Alba waits for the patient's answer until it has been quiet for a moment, then asks " +
      "what brings them. Where the answer may be a no, the run ends and it is for you to ask: " +
      "note the answer with Agreed or Refused, also above the face, and start again if you like.",
  },
  {
    term: PHASE_WORDS.GOLDEN,
    words: "The patient tells it in their own words. Alba asks nothing; after a longer silence " +
      "she says “Go on.” or “Please, tell me more.”, at most twice unanswered. The seconds that " +
      "are left are shown. Nobody is cut off when they are over.",
  },
  {
    term: PHASE_WORDS.OPEN,
    words: "Alba asks wide questions, such as “Can you tell me more about the cough?”, one at a " +
      "time, each when the patient has finished.",
  },
  {
    term: PHASE_WORDS.CLOSED,
    words: "Alba asks what is left to know. A new topic is still opened with a wide question.",
  },
  {
    term: PHASE_WORDS.PAUSED_URGENT,
    words: "Something may need action now. Alba has fallen silent and asks nothing until you " +
      "resume or take over. She keeps listening.",
  },
  { term: PHASE_WORDS.HANDOVER, words: "Alba ends with a last question and hands over to you." },
];
