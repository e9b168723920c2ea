import {
  type CaseCard,
  type Fact,
  type Given,
  hasRedFlag,
} from "@/lib/rehearsal/patients/case_card.ts";
import type { Manner } from "@/lib/rehearsal/patients/manners.ts";

const GIVEN_WORDS: Readonly<Record<Given, string>> = {
  freely: "Comes by itself",
  if_asked: "Only if asked",
  if_asked_kindly: "Only if asked kindly, or once listened to",
  hidden: "Hidden",
};

const MANNER_WORDS: Readonly<Record<Manner, string>> = {
  talkative: "talkative",
  terse: "says as little as possible",
  anxious: "anxious",
  vague: "vague",
  wandering: "wanders off the point",
  slow: "elderly, speaks slowly",
  with_companion: "has somebody along",
};

/** The sheet of a case: what a clinician who plays or reviews the patient reads. */
export function cardSheet(card: CaseCard): string {
  const companion = card.companion === undefined ? "" : ` (${card.companion})`;
  return [
    `# ${card.title}`,
    "",
    "Generated from the card that the mock patient is played from; do not edit. An invented person.",
    "**For clinician review.**",
    "",
    "Review by: ________________  Date: ____________  Changes wanted: ________________",
    "",
    `- Complaint: ${card.complaint.replaceAll("_", " ")}`,
    `- Patient: ${card.sex}, ${card.age}`,
    `- Manner: ${MANNER_WORDS[card.manner]}${companion}`,
    `- Wants: ${card.wants}`,
    `- Fears: ${card.fears}`,
    "",
    "## First statement",
    "",
    `“${card.opening.join(" ")}”`,
    "",
    `Hands back with: “${card.handBack}”`,
    "",
    ...redFlagSection(card),
    ...(Object.keys(GIVEN_WORDS) as Given[]).flatMap((given) => givenSection(card, given)),
    "## Is there anything else?",
    "",
    anythingElseWords(card),
    "",
  ].join("\n");
}

function redFlagSection(card: CaseCard): string[] {
  const flagged = card.facts.filter((fact) => fact.redFlag !== undefined);
  if (flagged.length === 0) return ["## Red flags", "", "None: nothing here is urgent.", ""];
  return [
    "## Red flags",
    "",
    "| Said | Expected of whoever hears it | Follows |",
    "| --- | --- | --- |",
    ...flagged.map(({ says, redFlag }) =>
      `| “${says.at(-1)}” | ${redFlag?.action} | ${redFlag?.guidance} |`
    ),
    "",
  ];
}

function givenSection(card: CaseCard, given: Given): string[] {
  const facts = card.facts.filter((fact) => fact.given === given);
  if (facts.length === 0) return [];
  return [
    `## ${GIVEN_WORDS[given]}`,
    "",
    "| Fact | Said as | Asked for by |",
    "| --- | --- | --- |",
    ...facts.map(factRow),
    "",
  ];
}

function factRow({ id, says, about, redFlag }: Fact): string {
  const name = id.replaceAll("_", " ") + (redFlag === undefined ? "" : " ⚑");
  return `| ${name} | ${says.map((text) => `“${text}”`).join(" / ")} | ${about.join(", ")} |`;
}

function anythingElseWords({ anythingElse, facts }: CaseCard): string {
  if (anythingElse.brings === "nothing") return `“${anythingElse.says}”`;
  const said = facts.find(({ id }) => id === anythingElse.fact)?.says.at(-1) ?? "";
  return `Sometimes, once all else is told: “${anythingElse.leadIn} ${said}” Else: “No, that's all.”`;
}

export function cardIndex(cards: readonly CaseCard[]): string {
  return [
    "# Mock patients, card by card",
    "",
    "Each sheet is generated from `lib/rehearsal/patients/cases/` by `deno task patients:docs`. All",
    "people are invented; the cases were written without sight of the rules they are to try.",
    "",
    "| Complaint | Case | Manner | Red flag |",
    "| --- | --- | --- | --- |",
    ...cards.map((card) =>
      `| ${card.complaint.replaceAll("_", " ")} | [${card.title}](${card.id}.md) | ${
        MANNER_WORDS[card.manner]
      } | ${hasRedFlag(card) ? "yes" : "no"} |`
    ),
    "",
  ].join("\n");
}
