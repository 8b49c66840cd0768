import type { ElementType, Key } from "react";
import { Fragment, jsx as make, jsxs as makeAll } from "react/jsx-runtime";
import { insecables } from "#domain/orthographe.ts";

export { Fragment };

/** Elements whose text stays as it is: text that is copied or typed, the choices of a list, and code. */
const AS_IS = new Set<unknown>(["code", "pre", "textarea", "option", "style", "script"]);

interface Props {
  children?: unknown;
}

/** Makes the spaces at French punctuation no-break spaces, in the text of an element; it adds no space. */
function typeset(children: unknown): unknown {
  if (typeof children === "string") return insecables(children);
  if (!Array.isArray(children)) return children;
  const set = children.map(typeset);
  return set.every((child, rank) => child === children[rank]) ? children : set;
}

function typesetProps(type: ElementType, props: Props): Props {
  if (typeof type === "function" || AS_IS.has(type)) return props;
  const children = typeset(props.children);
  return children === props.children ? props : { ...props, children };
}

/** Replaces `react/jsx-runtime` in the build, so that every text of a screen passes through it. */
export const jsx = (type: ElementType, props: Props, key?: Key) =>
  make(type, typesetProps(type, props), key);

export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  makeAll(type, typesetProps(type, props), key);
