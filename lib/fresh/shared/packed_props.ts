/**
 * The wire form of island props: a flat list of entries that point at each other by index, which is
 * what lets shared references, cycles and shared signals survive the trip. Entry 0 is the root.
 * A JSON scalar stands for itself; everything else is an array whose first item is one of these tags.
 */
export const Tag = {
  Array: "a",
  BigInt: "b",
  Bytes: "u8",
  Computed: "c",
  Date: "d",
  Map: "m",
  Number: "n",
  Object: "o",
  RegExp: "r",
  Set: "s",
  Signal: "g",
  Temporal: "t",
  Undefined: "u",
  Url: "l",
} as const;

/** Stands in an array entry for an element that was never assigned. */
export const HOLE = -1;

/** One entry: a scalar, or a tag followed by its operands (indices, keys or text). */
export type PackedEntry =
  | string
  | number
  | boolean
  | null
  | (string | number)[];

/** The whole list, as it stands in the page. */
export type PackedProps = PackedEntry[];
