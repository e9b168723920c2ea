import { isValidElement } from "preact";
import { Signal } from "@preact/signals";
import { HOLE, type PackedEntry, type PackedProps, Tag } from "../shared/packed_props.ts";

const NEGATIVE_ZERO = Symbol("-0");

/** A Temporal value: its class name and its text form are enough to rebuild it. */
type TemporalValue = { toString(): string };

/** The props given to one island, and its name for error messages. */
export interface IslandUse {
  island: string;
  props: Record<string, unknown>;
}

/**
 * Packs the props of all islands of a page, as one array, so that the browser can rebuild them.
 * Supported: JSON values, undefined, every number, bigint, arrays with holes, plain objects, URL,
 * Date, RegExp, Set, Map, Uint8Array, Temporal values, signals and computed signals.
 *
 * @throws TypeError, naming the place, for anything else: it would reach the browser as something
 * other than what was passed, or break every island of the page
 */
export function packProps(uses: readonly IslandUse[]): PackedProps {
  const packed: PackedProps = [[]];
  const seen = new Map<unknown, number>();

  function add(value: unknown, path: string): number {
    // A Map holds 0 and -0 to be one key, so the two must not share an entry.
    const key = Object.is(value, -0) ? NEGATIVE_ZERO : value;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const index = packed.push(null) - 1;
    seen.set(key, index);
    packed[index] = packScalar(value, path) ??
      packObject(value as object, path);
    return index;
  }

  function packObject(value: object, path: string): PackedEntry {
    if (value === null) return null;
    // A signal also passes as a JSX element, so it has to be told apart first.
    if (value instanceof Signal) {
      const tag = isComputed(value) ? Tag.Computed : Tag.Signal;
      return [tag, add(value.peek(), `${path}.value`)];
    }
    if (isValidElement(value)) {
      throw unsupported(path, "JSX and children (islands take data only)");
    }
    if (Array.isArray(value)) {
      const refs = Array.from(
        value,
        (_, i) => i in value ? add(value[i], `${path}[${i}]`) : HOLE,
      );
      return [Tag.Array, ...refs];
    }
    if (value instanceof Set) {
      return [
        Tag.Set,
        ...Array.from(value, (item) => add(item, `${path}<item>`)),
      ];
    }
    if (value instanceof Map) {
      const refs = Array.from(
        value,
        ([k, v]) => [add(k, `${path}<key>`), add(v, `${path}<value>`)],
      );
      return [Tag.Map, ...refs.flat()];
    }
    return packLeaf(value) ?? packPlain(value, path);
  }

  function packPlain(value: object, path: string): PackedEntry {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) {
      throw unsupported(
        path,
        `instances of ${value.constructor?.name ?? "a class"}`,
      );
    }
    if (Object.getOwnPropertySymbols(value).length > 0) {
      throw unsupported(path, "symbol keys");
    }
    return [
      Tag.Object,
      ...Object.entries(value).flatMap((
        [key, item],
      ) => [key, add(item, `${path}.${key}`)]),
    ];
  }

  packed[0] = [
    Tag.Array,
    ...uses.map(({ island, props }) => add(props, `${island} props`)),
  ];
  return packed;
}

/** Packs anything but objects; undefined means the value is an object (or null). */
function packScalar(value: unknown, path: string): PackedEntry | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : [Tag.Number, Object.is(value, -0) ? "-0" : String(value)];
    case "bigint":
      return [Tag.BigInt, String(value)];
    case "undefined":
      return [Tag.Undefined];
    case "function":
      throw unsupported(path, "functions");
    case "symbol":
      throw unsupported(path, "symbols");
    case "object":
      return undefined;
  }
}

/** Packs built-in objects that hold no other values; undefined when it is none of them. */
function packLeaf(value: object): PackedEntry | undefined {
  if (value instanceof Date) return [Tag.Date, String(value.getTime())];
  if (value instanceof URL) return [Tag.Url, value.href];
  if (value instanceof RegExp) return [Tag.RegExp, value.source, value.flags];
  if (value instanceof Uint8Array) return [Tag.Bytes, value.toBase64()];
  const temporal = /^Temporal\.(\w+)$/.exec(
    String(Reflect.get(value, Symbol.toStringTag)),
  );
  if (temporal?.[1] !== undefined) {
    return [Tag.Temporal, temporal[1], (value as TemporalValue).toString()];
  }
  return undefined;
}

/** A computed signal has no setter of its own; that is the only difference seen from outside. */
function isComputed(value: Signal): boolean {
  const prototype: object = Object.getPrototypeOf(value);
  return prototype !== Signal.prototype;
}

function unsupported(path: string, what: string): TypeError {
  return new TypeError(
    `Cannot send ${path} to the browser: ${what} cannot be serialised`,
  );
}
