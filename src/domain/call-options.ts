import { WaylandError } from './errors.ts'

/** Throws `bad_option` where `given` is no object, or names an option that `call` does not have. */
export function insistOnOptions(call: string, given: unknown, options: Readonly<Record<string, true>>): void {
  const names = Object.keys(options).join(', ')
  if (given === null || typeof given !== 'object')
    throw new WaylandError(
      'bad_option',
      `${call} takes an object of options, not ${JSON.stringify(given) ?? typeof given}`,
      {
        hint: `Options: ${names}.`,
      },
    )
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(options, name))
  if (unknown !== undefined)
    throw new WaylandError('bad_option', `${call} has no option "${unknown}"`, { hint: `Options: ${names}.` })
}
