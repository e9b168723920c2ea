import { type ComponentChildren, createContext, Fragment, h, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { comment, type LooseProps, rawElement } from "./raw_element.ts";
import { currentRender, type RenderState } from "./render_state.ts";

/** True below the document's own head and below a `<Head>`. */
const InHead = createContext(false);

/** The elements that are collected when they stand in a head. */
export const HEAD_ELEMENTS = [
  "base",
  "link",
  "meta",
  "noscript",
  "script",
  "style",
  "template",
  "title",
] as const;

/** The server's version of `<Head>`: its children are collected, not rendered in place. */
export function ServerHead(props: LooseProps): ComponentChildren {
  return h(InHead.Provider, { value: true }, props.children);
}

/** The `<head>` element of the app wrapper, with a place for what is collected. */
export function HeadElement(props: LooseProps): VNode {
  const state = currentRender();
  if (state === null) return rawElement("head", props);
  state.rendered.head = true;
  const children = h(InHead.Provider, { value: true }, props.children);
  return rawElement("head", { ...props, children: h(Fragment, null, children, headSlot(state)) });
}

/** The comment that the collected head elements replace once the whole tree is rendered. */
export function headSlot(state: RenderState): ComponentChildren {
  return comment(headSlotText(state));
}

/** The text of {@link headSlot}'s comment. */
export function headSlotText(state: RenderState): string {
  return `${state.token}head`;
}

/** Renders one of {@link HEAD_ELEMENTS}: in place in the body, collected in a head. */
export function headElement(
  type: (typeof HEAD_ELEMENTS)[number],
  key: string | undefined,
) {
  const takesNonce = type === "script" || type === "style";
  return function CollectedElement(props: LooseProps): VNode | null {
    const collecting = useContext(InHead);
    const state = currentRender();
    const nonce = takesNonce && state !== null ? { nonce: props.nonce ?? state.nonce } : {};
    const element = rawElement(type, { ...props, ...nonce });
    if (state === null || !collecting) return element;
    state.head.set(key ?? identity(type, props, state.head.size), element);
    return null;
  };
}

/**
 * What makes two head elements the same one. A page has one title; for the rest it is the id, or
 * else everything but the content, so that a page's description replaces the wrapper's. Elements
 * with children other than text are each their own, told apart by their position.
 */
function identity(type: string, props: LooseProps, position: number): string {
  if (type === "title") return type;
  if (typeof props.id === "string") return `#${props.id}`;
  const parts = Object.entries(props)
    .filter(([name]) => name !== "nonce" && !(type === "meta" && name === "content"))
    .map(([name, value]) => `${name}=${attributeText(value) ?? position}`)
    .sort();
  return [type, ...parts].join(" ");
}

/** The text of an attribute or of inner HTML; undefined for anything structured. */
function attributeText(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return String(value);
  const html: unknown = Reflect.get(value, "__html");
  return typeof html === "string" ? html : undefined;
}
