/** The two functions that rewrite a structured value, called in its order. */
export interface Rewriting {
  readonly text: (text: string) => string
  /** Rewrites the value of a name; undefined: descend into it. */
  readonly named: (name: string, value: unknown) => unknown
}

/** Maximum depth, above that of any tool's input; deeper values are not read and therefore not kept. */
const MAX_DEPTH = 64
const TOO_DEEP = '[redacted:too-deep]'

/**
 * Rewrites the texts of a structured value, keys included; unchanged parts stay the same objects. Never throws: cycles
 * and values that are too deep become a placeholder.
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
    // argv: a flag names the next argument
    const named = typeof before === 'string' && before.startsWith('-') ? how.named(before, item) : undefined
    const next = named === undefined ? rewrite(item, how, seen, depth + 1) : named
    changed ||= next !== item
    return next
  })
  return changed ? out : list
}

function fields(object: object, how: Rewriting, seen: Map<object, unknown>, depth: number): object {
  const label = labelOf(object)
  let changed = false
  const out = Object.entries(object).map(([key, value]): [string, unknown] => {
    const named = how.named(label !== undefined && key === 'value' ? label : key, value)
    const name = how.text(key)
    const next = named === undefined ? rewrite(value, how, seen, depth + 1) : named
    changed ||= name !== key || next !== value
    return [name, next]
  })
  return changed ? Object.fromEntries(numbered(out)) : object
}

/** Numbers keys that became equal. */
function numbered(entries: readonly [string, unknown][]): readonly [string, unknown][] {
  const taken = new Set<string>()
  return entries.map(([key, value]) => {
    let name = key
    for (let n = 2; taken.has(name); n++) name = `${key}#${n}`
    taken.add(name)
    return [name, value]
  })
}

/** The name of the value in `{name: 'API_KEY', value: …}`, as in lists of settings or headers. */
function labelOf(object: object): string | undefined {
  if (!('value' in object)) return undefined
  const { name, key, header } = object as { name?: unknown; key?: unknown; header?: unknown }
  const label = name ?? key ?? header
  return typeof label === 'string' ? label : undefined
}
