/** Room behind an array that was read: the first edits after a start must not copy the whole index. */
const SPARE = 1 / 16
const LEAST_SPARE = 1024
const ROOMY = new WeakMap<object, Uint8Array | Uint16Array | Uint32Array>()

/** So many items, to be filled in and taken over by a list that will not have to copy them soon. */
export function roomy<A extends Uint8Array | Uint16Array | Uint32Array>(
  make: (length: number) => A,
  length: number,
): A {
  const whole = make(length + Math.ceil(length * SPARE) + LEAST_SPARE)
  const items = whole.subarray(0, length) as A
  ROOMY.set(items, whole)
  return items
}

/** The same with the room behind it. */
export const wholeOf = <A extends Uint8Array | Uint16Array | Uint32Array>(items: A): A =>
  (ROOMY.get(items) as A | undefined) ?? items
