/**
 * A real Ollama, where ALBA_TEST_OLLAMA names one (such as http://127.0.0.1:11434) and
 * ALBA_TEST_OLLAMA_MODEL a model that it has. Null, and the reason, where it does not.
 */
export interface RealOllama {
  readonly url: string;
  /** The small model, with the chat template of its family, which a bare weights file lacks. */
  readonly model: string;
}

const BARE_MODEL = "gemma3-270m";
const MODEL = "alba-test-gemma3";

/** Gemma's own: instructions stand in the first turn, and the model's turns are closed. */
const TEMPLATE = `{{- range $i, $message := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 }}
{{- if eq .Role "assistant" }}<start_of_turn>model
{{ .Content }}{{ if not $last }}<end_of_turn>
{{ end }}{{ else }}<start_of_turn>user
{{ .Content }}<end_of_turn>
{{ if $last }}<start_of_turn>model
{{ end }}{{ end }}{{- end }}`;

export async function findOllama(): Promise<RealOllama | { readonly missing: string }> {
  const url = Deno.env.get("ALBA_TEST_OLLAMA") ?? "";
  if (url === "") return { missing: "ALBA_TEST_OLLAMA names no server" };
  const from = Deno.env.get("ALBA_TEST_OLLAMA_MODEL") ?? BARE_MODEL;
  const made = await fetch(`${url}/api/create`, {
    method: "POST",
    body: JSON.stringify({ model: MODEL, from, template: TEMPLATE, stream: false }),
  });
  if (!made.ok) throw new Error(`Cannot prepare "${from}" at ${url}: ${await made.text()}`);
  await made.body?.cancel();
  return { url, model: MODEL };
}
