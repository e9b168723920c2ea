import { Fragment, h, type VNode } from "preact";
import { asset } from "../shared/asset.ts";
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
  const href = props.href;
  if (state === null || typeof href !== "string" || !href.startsWith("/")) {
    return rawElement("a", props);
  }
  return rawElement("a", { ...props, ...linkMarks(href, state.pathname) });
}

function linkMarks(href: string, pathname: string): LooseProps {
  const target = withoutTrailingSlash(
    new URL(href, "http://localhost").pathname,
  );
  const current = withoutTrailingSlash(pathname);
  if (current === target) {
    return { "data-current": "true", "aria-current": "page" };
  }
  if (target === "/" || current.startsWith(`${target}/`)) {
    return { "data-ancestor": "true", "aria-current": "true" };
  }
  return {};
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** `<img>` and `<source>`: the file they show is locked to the build, unless told not to. */
export function mediaElement(type: "img" | "source") {
  return function MediaElement(props: LooseProps): VNode {
    const lock = typeof props.src === "string" &&
      !props["data-fresh-disable-lock"];
    return rawElement(
      type,
      lock ? { ...props, src: asset(String(props.src)) } : props,
    );
  };
}
