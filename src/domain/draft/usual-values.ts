import { impersonal } from './impersonal.ts'
import { isInstance, isOfPerson, isSum, nameWords } from './instance.ts'
import type { Slot, UsualValues } from './slots.ts'

export type { UsualValues } from './slots.ts'

/** Values that are named where most runs had them: they are part of what is done. */
const MAX_USUAL = 8
/** A longer value is no id that a person types. */
const MAX_LENGTH = 40

/**
 * What most runs had, where it is to be named: ids and the like that are short and tell nothing of a person, and any value
 * that was always the same.
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
 * Placeholders with what most runs had. Where the runs agree in less than two thirds of what belongs to one case, they were
 * about several: two that happen to have an id in common say nothing of the next one.
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
