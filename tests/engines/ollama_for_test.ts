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

/** So small a model copies the dots of a prompt's example, unless its last words forbid it. */
const TALKATIVE_MODEL = "alba-test-talkative";
const NO_DOTS = 'Write one item only. The action is a short order such as "Call an ambulance". ' +
  'Write words, never "...".';

export async function findOllama(): Promise<RealOllama | { readonly missing: string }> {
  const url = Deno.env.get("ALBA_TEST_OLLAMA") ?? "";
  if (url === "") return { missing: "ALBA_TEST_OLLAMA names no server" };
  return { url, model: await prepareModel(url) };
}

/** Makes the small model of the bare one that the server at `url` has, and returns its name. */
export async function prepareModel(url: string): Promise<string> {
  await create(url, MODEL, TEMPLATE);
  return MODEL;
}

/** The same model, brought to write words of its own: what it writes is for pages to show. */
export async function prepareTalkativeModel(url: string): Promise<string> {
  const template = TEMPLATE.replace(
    "{{ .Content }}<end_of_turn>\n{{ if $last }}",
    `{{ .Content }}{{ if $last }}\n${NO_DOTS}{{ end }}<end_of_turn>\n{{ if $last }}`,
  );
  await create(url, TALKATIVE_MODEL, template);
  return TALKATIVE_MODEL;
}

async function create(url: string, model: string, template: string): Promise<void> {
  const from = Deno.env.get("ALBA_TEST_OLLAMA_MODEL") ?? BARE_MODEL;
  const made = await fetch(`${url}/api/create`, {
    method: "POST",
    body: JSON.stringify({ model, from, template, stream: false }),
  });
  if (!made.ok) throw new Error(`Cannot prepare "${from}" at ${url}: ${await made.text()}`);
  await made.body?.cancel();
}
