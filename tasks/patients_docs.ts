import { cardIndex, cardSheet } from "@/lib/rehearsal/patients/card_sheet.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";

/**
 * `deno task patients:docs`: writes `docs/patients/`, one sheet per mock patient for a clinician to
 * review or to play from. A test fails when a sheet is older than its card.
 */
const folder = new URL("../docs/patients/", import.meta.url);

await Deno.mkdir(folder, { recursive: true });
for (const card of CASE_CARDS) {
  await Deno.writeTextFile(new URL(`${card.id}.md`, folder), cardSheet(card));
}
await Deno.writeTextFile(new URL("README.md", folder), cardIndex(CASE_CARDS));
Deno.stdout.writeSync(
  new TextEncoder().encode(`${CASE_CARDS.length} sheets written to docs/patients/\n`),
);
