import { Fragment, h, type VNode } from "preact";
import { lockedSource } from "../shared/asset.ts";
import { linkMarks } from "../shared/link_marks.ts";
import { comment, type LooseProps, rawElement } from "./raw_element.ts";
import { currentRender } from "./render_state.ts";

/** `<html>`: remembers that it is there and leaves places for a head and a boot script, should
 * no `<head>` or `<body>` follow. */
export function HtmlElement(props: LooseProps): VNode {
  const state = currentRender();
  if (state === null) return rawElement("html", props);
  state.rendered.html = true;
  const start = comment(`${state.token}html`);
  const end = comment(`${state.token}end`);
  return rawElement("html", {
    ...props,
    children: h(Fragment, null, start, props.children, end),
  });
}

/** `<body>`: remembers that it is there and leaves a place for the boot script. */
export function BodyElement(props: LooseProps): VNode {
  const state = currentRender();
  if (state === null) return rawElement("body", props);
  state.rendered.body = true;
  const slot = comment(`${state.token}body`);
  return rawElement("body", {
    ...props,
    children: h(Fragment, null, props.children, slot),
  });
}

/** `<a>`: links to this page or to one above it say so, to assistive technology and to styles. */
export function AnchorElement(props: LooseProps): VNode {
  const state = currentRender();
  if (state === null) return rawElement("a", props);
  return rawElement("a", { ...props, ...linkMarks(props.href, state.pathname) });
}

/** `<img>` and `<source>`: the file they show is locked to the build, unless told not to. */
export function mediaElement(type: "img" | "source") {
  return function MediaElement(props: LooseProps): VNode {
    return rawElement(type, { ...props, ...lockedSource(props) });
  };
}
