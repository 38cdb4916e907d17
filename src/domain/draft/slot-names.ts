import { impersonal } from './impersonal.ts'
import { isInstance, isOfPerson, isSum, nameWords } from './instance.ts'
import type { Slot, UsualValues } from './slots.ts'
import type { Step } from './step.ts'

/** One use of a placeholder in a step. */
interface Use {
  readonly slot: Slot
  readonly base: string
  readonly isCall: boolean
  /** Ranks of the runs that show the step. */
  readonly runs: readonly number[]
}

/**
 * Merges placeholders for the same thing under one name: those with equal values in every run that has both, and inputs
 * of calls with one name. Names are numbered in order of use; unused placeholders are left out.
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

/** Names too general to identify an input: inputs of two tools with such a name are not merged. */
const GENERAL =
  /^(?:id|name|value|text|query|number|key|type|path|file|data|content|input|title|body|url|options?|args?)(?:-value)?$/

function areOne(a: Use, b: Use): boolean {
  if (a.slot === b.slot) return true
  if (a.isCall && b.isCall && a.base === b.base && !GENERAL.test(a.base)) return sameUsual(a.slot, b.slot)
  const both = [...a.slot.values].filter(([rank]) => b.slot.values.has(rank))
  if (both.length < 2 || isEmptyIn(a, b) || isEmptyIn(b, a)) return false
  const texts = both.map(([, values]) => same(values))
  // A constant value may be equal by chance, so at least two different values must agree.
  return new Set(texts).size > 1 && both.every(([rank], i) => same(b.slot.values.get(rank)!) === texts[i])
}

/**
 * Whether the usual values are equal; they are shown with the placeholder, so two with different ones are not merged.
 */
function sameUsual(a: Slot, b: Slot): boolean {
  const [one, other] = [a, b].map((slot) => same(usualValues(slot)?.values ?? []))
  return one === other
}

/** Whether some run has the step of `one` without a value, and a value for `other`. */
const isEmptyIn = (one: Use, other: Use): boolean =>
  one.runs.some((rank) => !one.slot.values.has(rank) && other.slot.values.has(rank))

const same = (values: readonly string[]): string => JSON.stringify([...values].sort())

function union(slots: readonly Slot[]): ReadonlyMap<number, readonly string[]> {
  const values = new Map<number, readonly string[]>()
  for (const slot of slots)
    for (const [rank, texts] of slot.values) values.set(rank, [...new Set([...(values.get(rank) ?? []), ...texts])])
  return new Map([...values].sort(([a], [b]) => a - b))
}

/** Limit of values of a placeholder that are named. */
const MAX_USUAL = 8
/** Characters. Longer values are not named, because they are no ids that a person types. */
const MAX_LENGTH = 40

/**
 * The values that more than half of the runs had, if they can be named: short ids without personal data, or any short
 * values that all runs had. Else undefined.
 */
function usualValues({ name, values: byRun }: Pick<Slot, 'name' | 'values'>): UsualValues | undefined {
  const runs = [...byRun.values()]
  const times = (text: string): number => runs.filter((texts) => texts.includes(text)).length
  const usual = [...new Set(runs.flat())].filter((text) => times(text) > 1 && times(text) * 2 > runs.length)
  if (usual.length === 0 || usual.length > MAX_USUAL || isOfPerson(nameWords(name))) return undefined
  if (
    usual.some((text) => text.length > MAX_LENGTH || impersonal(text) !== text || isSum(text) || /^\s*[[{]/.test(text))
  )
    return undefined
  const always = runs.every((texts) => texts.length === usual.length && usual.every((text) => texts.includes(text)))
  if (!always && !usual.every((text) => isInstance(name, text))) return undefined
  const order = runs.find((texts) => usual.every((text) => texts.includes(text))) ?? usual
  return { values: order.filter((text) => usual.includes(text)), always }
}

/**
 * The usual values by placeholder. If less than two thirds of the placeholders for one case have usual values, the runs
 * were about several cases, and only values of all runs are named.
 */
function withUsualValues(slots: readonly Slot[]): ReadonlyMap<Slot, UsualValues> {
  const ofCase = slots.filter(({ name, values }) => [...values.values()].flat().some((text) => isInstance(name, text)))
  const usual = new Map(
    slots.flatMap((slot) => {
      const values = usualValues(slot)
      return values === undefined ? [] : [[slot, values] as const]
    }),
  )
  const isOneCase = ofCase.filter((slot) => usual.has(slot)).length * 3 >= ofCase.length * 2
  return new Map([...usual].filter(([, { always }]) => always || isOneCase))
}
