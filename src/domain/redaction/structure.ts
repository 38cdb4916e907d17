/** What to do with the texts of a structured value; both are called in the order of the structure. */
export interface Rewriting {
  readonly text: (text: string) => string
  /** The value that stands under a name; returning undefined means: go on into it. */
  readonly named: (name: string, value: unknown) => unknown
}

/** Deeper than any tool's input; what lies below is unread and therefore not kept. */
const MAX_DEPTH = 64
const TOO_DEEP = '[redacted:too-deep]'

/**
 * A structured value with its texts rewritten, keys included; everything else stays, and what did not change stays the
 * same object. Never throws: cycles and what lies too deep become a placeholder.
 */
export function rewritten(value: unknown, how: Rewriting): unknown {
  return rewrite(value, how, new Map(), 0)
}

function rewrite(value: unknown, how: Rewriting, seen: Map<object, unknown>, depth: number): unknown {
  if (typeof value === 'string') return how.text(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value
  if (seen.has(value)) return seen.get(value)
  if (depth >= MAX_DEPTH) return TOO_DEEP
  seen.set(value, TOO_DEEP)
  const result = Array.isArray(value) ? items(value, how, seen, depth) : fields(value, how, seen, depth)
  seen.set(value, result)
  return result
}

function items(
  list: readonly unknown[],
  how: Rewriting,
  seen: Map<object, unknown>,
  depth: number,
): readonly unknown[] {
  let changed = false
  const out = list.map((item, i) => {
    const before = list[i - 1]
    // argv: a flag names what follows it
    const named = typeof before === 'string' && before.startsWith('-') ? how.named(before, item) : undefined
    const next = named === undefined ? rewrite(item, how, seen, depth + 1) : named
    changed ||= next !== item
    return next
  })
  return changed ? out : list
}

function fields(object: object, how: Rewriting, seen: Map<object, unknown>, depth: number): object {
  const label = labelOf(object)
  const keys = Object.keys(object)
  let out: [string, unknown][] | undefined
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const value = (object as Record<string, unknown>)[key]
    const named = how.named(label !== undefined && key === 'value' ? label : key, value)
    const name = how.text(key)
    const next = named === undefined ? rewrite(value, how, seen, depth + 1) : named
    if (name !== key || next !== value)
      out ??= keys.slice(0, i).map((one) => [one, (object as Record<string, unknown>)[one]])
    out?.push([name, next])
  }
  return out === undefined ? object : Object.fromEntries(numbered(out))
}

/** Keys that became the same are told apart by a number. */
function numbered(entries: readonly [string, unknown][]): readonly [string, unknown][] {
  const taken = new Set<string>()
  return entries.map(([key, value]) => {
    let name = key
    for (let n = 2; taken.has(name); n++) name = `${key}#${n}`
    taken.add(name)
    return [name, value]
  })
}

/** `{name: 'API_KEY', value: …}`: the name that a list of settings or headers gives its value. */
function labelOf(object: object): string | undefined {
  if (!('value' in object)) return undefined
  const { name, key, header } = object as { name?: unknown; key?: unknown; header?: unknown }
  const label = name ?? key ?? header
  return typeof label === 'string' ? label : undefined
}
