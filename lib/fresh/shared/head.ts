import type { ComponentChildren } from "preact";

/** Props of {@link Head}. */
export interface HeadProps {
  children?: ComponentChildren;
}

/**
 * Hoists its children into the head of the document. The server swaps in the hoisting version when
 * it renders; in the browser the head is already in place, so there is nothing to draw.
 */
export function Head(_props: HeadProps): null {
  return null;
}
