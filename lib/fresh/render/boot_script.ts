import type { RenderInput } from "./render_document.ts";
import { packProps } from "./pack_props.ts";
import type { RenderState } from "./render_state.ts";

/** The one inline script of a page: it imports the islands used and hydrates them. */
export function bootScript(state: RenderState, input: RenderInput): string {
  if (state.usedIslands.size === 0) return "";
  const url = (script: string) => inScript(state.basePath + script);
  const islands = Array.from(state.usedIslands);
  const imports = islands.map(({ exportName, script }, i) =>
    `import{${exportName} as i${i}}from${url(script)};`
  );
  const registry = islands.map(({ name }, i) => `${inScript(name)}:i${i}`).join(",");
  const props = inScript(packProps(state.islandUses));
  return `<script type="module" nonce="${state.nonce}">` +
    `import{boot}from${url(input.runtimeScript)};${imports.join("")}` +
    `boot({${registry}},${props});</script>`;
}

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
