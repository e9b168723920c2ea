import type { Complaint, Evidence, RedFlag } from "@/lib/rules/complaint.ts";
import { findingsOf } from "@/lib/rules/catalogue.ts";
import type { Finding, FindingKind } from "@/lib/rules/finding.ts";

/** The review sheet of a complaint: everything the engine knows of it, in a clinician's order. */
export function complaintSheet(complaint: Complaint): string {
  return [
    `# ${complaint.title}`,
    "",
    "Generated from the file the rules engine runs on; do not edit. Pattern-based prompts for a",
    "clinician, not a diagnosis. **For clinician review.**",
    "",
    "Review by: ________________  Date: ____________  Changes wanted: ________________",
    "",
    `Opens when the patient reports: ${complaint.presents.map((one) => one.name).join("; ")}.`,
    ...complaint.hintedBy.map((one) => `While nothing else is open, also on: ${one.name}.`),
    "",
    "## Questions",
    "",
    `Opening: “${complaint.opening}”`,
    "",
    "| | Question | Why | Not asked once known |",
    "| --- | --- | --- | --- |",
    ...complaint.questions.map((question, index) =>
      `| ${index + 1} | ${question.text} | ${question.rationale} | ${
        question.about.map((one) => one.name).join("; ")
      } |`
    ),
    "",
    "## Red flags",
    "",
    ...complaint.flags.flatMap(flagSection),
    "## Evidence phrases",
    "",
    "“..” stands for up to four words, “/” for “or”, “near” for either order, “{pain}” for a group",
    "of `lib/rules/vocabulary.ts`, “=” for this form only; every other word means all its forms.",
    "“except” takes back what it overlaps. Denied, past, hypothetical and other people's findings",
    "do not count.",
    "",
    ...findingsOf(complaint).flatMap(findingSection),
    "",
  ].join("\n");
}

function flagSection(flag: RedFlag): string[] {
  return [
    `### ${flag.condition}`,
    "",
    `- **${flag.action}**`,
    `- Why: ${flag.reason}.`,
    "- Raised by any of:",
    ...flag.when.map((set) => `  - ${set.map(evidenceWords).join(" + ")}`),
    ...(flag.whenClose ?? []).map((set) =>
      `  - told in one breath: ${set.map(evidenceWords).join(" + ")}`
    ),
    `- Follows: ${flag.guidance.join("; ")} (for clinician review).`,
    `- Counts as arranged by: ${flag.arrangedBy.join(", ").replaceAll("_", " ")}.`,
    `- Identity: \`${flag.id}\``,
    "",
  ];
}

function evidenceWords(part: Evidence): string {
  switch (part.need) {
    case "reported":
      return part.finding.name;
    case "denied":
      return `*not* ${part.finding.name}`;
    case "unreported":
      return `*unless* ${part.finding.name}`;
  }
}

const KIND_WORDS: Readonly<Record<FindingKind, string>> = {
  symptom: "",
  fact: " (background, whenever it was)",
  family: " (of a relative)",
};

function findingSection(finding: Finding): string[] {
  const phrases = finding.phrases.map((phrase) => `\`${phrase}\``).join(", ");
  return [`- **${finding.name}**${KIND_WORDS[finding.kind]}: ${phrases}`];
}

export function sheetIndex(complaints: readonly Complaint[]): string {
  return [
    "# Clinical rules, sheet by sheet",
    "",
    "Each sheet is generated from `lib/rules/complaints/` by `deno task rules:docs`.",
    "",
    "| Complaint | Questions | Red flags |",
    "| --- | --- | --- |",
    ...complaints.map((one) =>
      `| [${one.title}](${one.id}.md) | ${one.questions.length} | ${
        one.flags.map((flag) => flag.condition).join("; ")
      } |`
    ),
    "",
  ].join("\n");
}
