import { impersonal } from './impersonal.ts'
import { isInstance } from './instance.ts'

/**
 * Whether a text holds a date, a number, an id or a person of one run, which is no constant of a step although all runs
 * have it. `name` is that of its place in the command, '' if it has none.
 */
export function isOfOneRun(text: string, name: string): boolean {
  if (impersonal(text) !== text || PART_OF_DATE.test(text)) return true
  return name === 'number' ? /^#?\d+$/.test(text) : !/[\s/]/.test(text) && isInstance(name, text)
}

/** The name of a placeholder for such a text. */
export const kindOfOneRun = (text: string): string =>
  /\((number|date|id|address)\)/.exec(impersonal(text))?.[1] ?? 'value'

/** A year with its month. */
const PART_OF_DATE = /(?<!\d)(?:19|20)\d\d[-_/](?:0[1-9]|1[0-2])(?!\d)/
