import { options } from "preact";
import { lockedSource } from "../shared/asset.ts";
import { linkMarks } from "../shared/link_marks.ts";

/**
 * Gives the elements islands render in the browser what the server gives them: marks on links, and
 * the build's key on media. Without it hydration would take both off again.
 */
const previous = options.vnode;
options.vnode = (vnode) => {
  const props = vnode.props as Record<string, unknown>;
  if (vnode.type === "a") Object.assign(props, linkMarks(props.href, location.pathname));
  if (vnode.type === "img" || vnode.type === "source") Object.assign(props, lockedSource(props));
  previous?.(vnode);
};
