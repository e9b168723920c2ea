import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { complaintSheet, sheetIndex } from "@/lib/rules/sheet.ts";

/**
 * `deno task rules:docs`: writes `docs/rules/`, one sheet per complaint for a clinician to review,
 * from the files the engine runs on. A test fails when a sheet is older than its complaint.
 */
const folder = new URL("../docs/rules/", import.meta.url);

await Deno.mkdir(folder, { recursive: true });
for (const complaint of COMPLAINTS) {
  await Deno.writeTextFile(new URL(`${complaint.id}.md`, folder), complaintSheet(complaint));
}
await Deno.writeTextFile(new URL("README.md", folder), sheetIndex(COMPLAINTS));
Deno.stdout.writeSync(
  new TextEncoder().encode(`${COMPLAINTS.length} sheets written to docs/rules/\n`),
);
