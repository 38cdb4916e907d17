import { impersonal } from './impersonal.ts'
import { isInstance, isOfPerson, isSum, nameWords } from './instance.ts'
import type { Slot, UsualValues } from './slots.ts'

export type { UsualValues } from './slots.ts'

/** Limit of values of a placeholder that are named. */
const MAX_USUAL = 8
/** Characters. Longer values are not named, because they are no ids that a person types. */
const MAX_LENGTH = 40

/**
 * The values that more than half of the runs had, if they can be named: short ids without personal data, or any short
 * values that all runs had. Else undefined.
 */
export function usualValues({ name, values: byRun }: Pick<Slot, 'name' | 'values'>): UsualValues | undefined {
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
export function withUsualValues(slots: readonly Slot[]): ReadonlyMap<Slot, UsualValues> {
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
