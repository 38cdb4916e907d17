/** Spare room after a loaded array, as a share of it, so that the first edits do not copy the whole index. */
const SPARE = 1 / 16
const LEAST_SPARE = 1024
const ROOMY = new WeakMap<object, Uint8Array | Uint16Array | Uint32Array>()

/** An array of this many items with spare room behind it, to be filled and owned by a growing list. */
export function roomy<A extends Uint8Array | Uint16Array | Uint32Array>(
  make: (length: number) => A,
  length: number,
): A {
  const whole = make(length + Math.ceil(length * SPARE) + LEAST_SPARE)
  const items = whole.subarray(0, length) as A
  ROOMY.set(items, whole)
  return items
}

/** The whole array, spare room included. */
export const wholeOf = <A extends Uint8Array | Uint16Array | Uint32Array>(items: A): A =>
  (ROOMY.get(items) as A | undefined) ?? items
