import type { Slot } from './slots.ts'
import type { Step } from './step.ts'
import { usualValues, withUsualValues } from './usual-values.ts'

/** A placeholder as a step uses it. */
interface Use {
  readonly slot: Slot
  readonly base: string
  readonly isCall: boolean
  /** Ranks of the runs that show the step. */
  readonly runs: readonly number[]
}

/**
 * One name for what is one thing: placeholders that have the same values in every run that has both, and inputs of calls
 * of one name. Numbered in the order in which the steps use them; those that no step uses are left out.
 */
export function renamed(steps: readonly Step[]): { readonly steps: readonly Step[]; readonly slots: readonly Slot[] } {
  const groups: Use[][] = []
  for (const use of steps.flatMap(usesOf)) {
    const home = groups.find((group) => group.some((other) => areOne(use, other)))
    if (home === undefined) groups.push([use])
    else home.push(use)
  }
  const names = new Map<string, number>()
  const named = groups.map((group): Slot => {
    const { base } = group[0]!
    const count = (names.get(base) ?? 0) + 1
    names.set(base, count)
    return { name: count === 1 ? base : `${base}-${count}`, values: union(group.map(({ slot }) => slot)) }
  })
  const usual = withUsualValues(named)
  const slots = named.map((slot): Slot => (usual.has(slot) ? { ...slot, usual: usual.get(slot)! } : slot))
  const fresh = new Map(groups.flatMap((group, i) => group.map(({ slot }) => [slot, slots[i]!] as const)))
  const rename = (part: string | Slot): string | Slot => (typeof part === 'string' ? part : fresh.get(part)!)
  const numbered = steps.map((step) => ({
    ...step,
    fields: Object.fromEntries(Object.entries(step.fields).map(([name, template]) => [name, template.map(rename)])),
  }))
  return { steps: numbered, slots }
}

const usesOf = ({ kind, fields, runs }: Step): readonly Use[] =>
  Object.values(fields)
    .flat()
    .flatMap((slot) =>
      typeof slot === 'string' ? [] : [{ slot, base: slot.name.replace(/-\d+$/, ''), isCall: kind === 'CALL', runs }],
    )

/** Names that say nothing of what they hold: the inputs of two tools by such a name are two things. */
const GENERAL =
  /^(?:id|name|value|text|query|number|key|type|path|file|data|content|input|title|body|url|options?|args?)(?:-value)?$/

function areOne(a: Use, b: Use): boolean {
  if (a.slot === b.slot) return true
  if (a.isCall && b.isCall && a.base === b.base && !GENERAL.test(a.base)) return sameUsual(a.slot, b.slot)
  const both = [...a.slot.values].filter(([rank]) => b.slot.values.has(rank))
  if (both.length < 2 || isEmptyIn(a, b) || isEmptyIn(b, a)) return false
  const texts = both.map(([, values]) => same(values))
  // The same word in every run may be two things by chance.
  return new Set(texts).size > 1 && both.every(([rank], i) => same(b.slot.values.get(rank)!) === texts[i])
}

/** What most runs had is told with the placeholder: of two with other such values each keeps its own. */
function sameUsual(a: Slot, b: Slot): boolean {
  const [one, other] = [a, b].map((slot) => same(usualValues(slot)?.values ?? []))
  return one === other
}

/** A run may show a step with nothing in the place of the placeholder. */
const isEmptyIn = (one: Use, other: Use): boolean =>
  one.runs.some((rank) => !one.slot.values.has(rank) && other.slot.values.has(rank))

const same = (values: readonly string[]): string => JSON.stringify([...values].sort())

function union(slots: readonly Slot[]): ReadonlyMap<number, readonly string[]> {
  const values = new Map<number, readonly string[]>()
  for (const slot of slots)
    for (const [rank, texts] of slot.values) values.set(rank, [...new Set([...(values.get(rank) ?? []), ...texts])])
  return new Map([...values].sort(([a], [b]) => a - b))
}
