import { type ComponentChildren, type ComponentType, Fragment, h, type VNode } from "preact";

const raw = new WeakSet<object>();

/** Props of an element or component of which nothing is known. */
export type LooseProps = Record<string, unknown> & {
  children?: ComponentChildren;
};

/** Creates a vnode that the element hook leaves alone, for use by its own replacements. */
export function rawElement(
  type: string | ComponentType<LooseProps>,
  props: LooseProps,
): VNode {
  const vnode = h(type as ComponentType<LooseProps>, props) as VNode;
  raw.add(vnode);
  return vnode;
}

/** True for a vnode made by {@link rawElement}. */
export function isRaw(vnode: object): boolean {
  return raw.has(vnode);
}

/** An HTML comment, through the property preact-render-to-string reserves for it. */
export function comment(text: string): ComponentChildren {
  return h(Fragment as ComponentType<{ UNSTABLE_comment: string }>, {
    UNSTABLE_comment: text,
  });
}
