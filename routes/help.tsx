import { page } from "fresh";
import { define } from "@/lib/web/define.ts";
import { MICROPHONE_TROUBLES, troubleWords } from "@/lib/page/microphone_trouble.ts";
import { AUTO_CONTROL_HELP, AUTO_PHASE_HELP } from "@/lib/page/auto_help.ts";
import type { HelpEntry } from "@/lib/page/help_entry.ts";
import { services } from "@/lib/services.ts";
import { PageFrame } from "@/components/PageFrame.tsx";

export const handler = define.handlers({
  GET(ctx) {
    const { config } = services();
    return page({
      room: config.ROOM_NAME,
      canSignOut: ctx.state.access.loginRequired,
      hasAuto: config.AUTO_MODE_ENABLED,
      waitS: config.SPEAKER_DECLARATION_WAIT_S,
      autoWaitS: config.AUTO_MODE_ENABLED ? config.AUTO_SPEAKER_DECLARATION_WAIT_S : null,
    });
  },
});

const CONTROLS: readonly HelpEntry[] = [
  {
    term: "Start consultation",
    words: "Opens a new consultation and, once the browser may use the microphone, records it.",
  },
  {
    term: "Stop consultation",
    words: "One press ends the recording and switches the microphone off. The page then asks who " +
      "spoke while the last words are written down; transcript and recording open by themselves.",
  },
  {
    term: "Disclosure",
    words:
      "Alba introduces herself to the patient and asks whether she may record. Until this has " +
      "been spoken to its end, Alba says nothing else.",
  },
  { term: "Invitation", words: "Alba asks the patient to say what brings them." },
  {
    term: "The other phrases",
    words: "Alba says exactly what stands on the button, one phrase at a time. What Alba says is " +
      "kept out of the transcript of the room and shown apart as “Alba said”.",
  },
  { term: "Stop Alba, or the Esc key", words: "Alba falls silent at once." },
  {
    term: "Say it",
    words: "Offered after a stretch of quiet. Alba never says it by herself.",
  },
  {
    term: "Please read this aloud",
    words: "Appears when neither Alba nor this browser has a voice. Press Started when you begin " +
      "to read and Done when you have finished.",
  },
  {
    term: "Type a line",
    words: "Adds a line to the transcript by hand, with who said it. It is open by itself where " +
      "nothing listens on this box.",
  },
  {
    term: "Microphone",
    words: "Chooses which microphone records. Changing it during a consultation leaves a short, " +
      "labelled gap.",
  },
  {
    term: "Urgent",
    words:
      "Something that was said may need action now. It shows the action, why, and the words it " +
      "rests on; “rule” means Alba's embedded rules found it, “model” a language model on this " +
      "box. Press “I have seen this” when you have. Until the transcript shows it arranged (“I'm " +
      "going to call an ambulance for you”), it stays in the strip below. The record cannot be " +
      "approved while one has not been seen.",
  },
  {
    term: "Worth asking",
    words:
      "Questions that are still open, with their reasons, the urgent ones first. You can ask " +
      "them yourself; a tap lets Alba ask one, word for word.",
  },
  {
    term: "Pause",
    words:
      "Takes everything off the record at once: the microphone is off, nothing is written down " +
      "or decided. Resume when you like; the time between is a labelled gap.",
  },
  {
    term: "Agreed, Refused, Withdrawn",
    words: "What the patient answered to the disclosure. After a refusal, or when consent is " +
      "withdrawn, Alba stops listening at once, and you can delete what there is.",
  },
  {
    term: "Face and captions",
    words:
      "For a screen turned to the patient: a calm face, and what Alba says in large letters. A " +
      "patient who cannot speak can type an answer there. It never shows anything urgent.",
  },
  {
    term: "Undo Stop",
    words: "For half a minute after Stop the consultation can be taken up again where it was.",
  },
  {
    term: "Take control",
    words: "A consultation is recorded by one page. Another page only reads along until you take " +
      "control there; the first one then switches its microphone off.",
  },
];

const STATES: readonly HelpEntry[] = [
  {
    term: "Recording and listening",
    words: "Sound is being kept, and text follows a second or two behind. Grey words are not " +
      "settled yet; black ones no longer change.",
  },
  {
    term: "Catching up",
    words: "Everything is recorded, only the text is late. It comes by itself.",
  },
  {
    term: "Recording; nobody writes along",
    words: "Sound is kept, but this box has no speech recognition running. Type what matters.",
  },
  {
    term: "The box cannot be reached",
    words:
      "The page lost the box and keeps trying. What is said meanwhile is missing, and stands " +
      "as a labelled gap of the right length.",
  },
  {
    term: "Recording has halted",
    words: "The box cannot write, most often because its disk is full. Make room, then press Try " +
      "again. What was recorded before is safe.",
  },
  {
    term: "Open in another tab",
    words: "The same consultation was opened again in this browser. Only one of the two records.",
  },
  {
    term: "This page is out of date",
    words: "Alba was updated while the page was open. Reload it.",
  },
  {
    term: "Finishing, then Ready to read",
    words: "After Stop the last words are written down, the recording is sealed and read once " +
      "more as a whole, and the speakers are told apart. The page says how far that is; the next " +
      "consultation can already start.",
  },
];

/** How long “Who spoke?” is waited for, s; after a run of auto mode longer, where the box has it. */
function reviewEntries(waitS: number, autoWaitS: number | null): readonly HelpEntry[] {
  const afterRun = autoWaitS === null ? "" : `, after a run of auto mode up to ${autoWaitS}`;
  return [
    {
      term: "Who spoke?",
      words:
        `Asked right after Stop. Alba waits up to ${waitS} seconds${afterRun} for the answer, which ` +
        "tells her how many voices to look for; any answer ends the wait at once. Skip is an " +
        "answer, too. You can change it in the review, and the speakers are told apart anew. " +
        "While it is not answered at all, the record cannot be approved.",
    },
    {
      term: "Doctor? and Patient?",
      words: "Who is who is Alba's guess from what was said. The question mark says so, and the " +
        "line above the transcript says how sure the guess is.",
    },
    {
      term: "Underlined words",
      words: "Heard with little confidence. Listen to that place, above all where it is a " +
        "medicine, a number or a “no”.",
    },
    {
      term: "A time in the transcript",
      words: "Plays the recording from there. The line that is being heard is marked.",
    },
    {
      term: "Timeline",
      words: "The whole recording in one picture: how loud it was, who spoke, what Alba said, " +
        "what is missing, when an alarm was raised and seen. A press plays from there; with the " +
        "keyboard, arrow keys move by five seconds and Enter plays and pauses. The table under " +
        "it says the same in words.",
    },
    {
      term: "Approve this record",
      words: "Locks the record. What should be known about the transcript first stands above the " +
        "button: speech without text, words heard badly, and what was not recorded. Where nobody " +
        "noted whether the patient agreed, that stands there with it, to be noted now.",
    },
    {
      term: "Wrong patient?",
      words: "Changes the patient reference until the record is approved. Who changed it, and " +
        "from what, is kept.",
    },
    {
      term: "Delete this consultation",
      words: "Deletes words and sound for good, once you have typed the word that the page asks " +
        "for. That the consultation took place stays on the record.",
    },
  ];
}

export default define.page<typeof handler>(function HelpPage({ data }) {
  return (
    <PageFrame title="Help" here="help" room={data.room} canSignOut={data.canSignOut}>
      <div class="prose">
        <h1>Help</h1>
        <h2>A consultation in four steps</h2>
        <ol class="numbered">
          <li>On the first page, press Start consultation and allow the microphone.</li>
          <li>
            Press Disclosure: Alba introduces herself. Then press Invitation, or begin yourself.
          </li>
          <li>Talk as you always do. The text appears beside you.</li>
          <li>
            Press Stop and say who spoke. Read the transcript; press a time to hear that place.
          </li>
        </ol>
        <h2>What each control does</h2>
        <Entries entries={CONTROLS} />
        {data.hasAuto && (
          <>
            <h2>When Alba asks by herself</h2>
            <Entries entries={AUTO_CONTROL_HELP} />
            <h2>What Alba is doing then</h2>
            <Entries entries={AUTO_PHASE_HELP} />
          </>
        )}
        <h2>After the consultation</h2>
        <Entries entries={reviewEntries(data.waitS, data.autoWaitS)} />
        <h2>What the page can say</h2>
        <Entries entries={STATES} />
        <h2>When the microphone does not work</h2>
        <Entries
          entries={MICROPHONE_TROUBLES.map((trouble) => {
            const { title, words, next } = troubleWords(trouble);
            return { term: title, words: `${words} ${next}` };
          })}
        />
        <h2>What stays where</h2>
        <p>
          Sound, text and everything Alba notes stay on this box. Nothing is sent anywhere else. For
          a check of the box itself, run “deno task doctor” on it: it says what is wrong and what to
          do.
        </p>
      </div>
    </PageFrame>
  );
});

function Entries({ entries }: { entries: readonly HelpEntry[] }) {
  return (
    <dl>
      {entries.map(({ term, words }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
