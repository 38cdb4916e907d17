import { HINT_MARK } from '../../src/domain/hint.ts'
import type { Driver } from './drivers/driver.ts'
import type { Asked, Step } from './script.ts'

/** The hint in a request, as the model reads it; undefined where there is none. */
export function hintIn({ text }: Asked): string | undefined {
  const at = text.lastIndexOf(HINT_MARK)
  if (at < 0) return undefined
  // The request is JSON text: the hint ends with the string that it stands in.
  const rest = text.slice(at)
  const end = /(?<!\\)(?:\\\\)*"/.exec(rest)?.index ?? rest.length
  return JSON.parse(`"${rest.slice(0, end)}"`) as string
}

/** What a model does that takes the hint at its word: it reads the file named, or calls the agent's own skill. */
export function follow(asked: Asked, driver: Driver, skill: string): Step {
  const hint = hintIn(asked)
  const path = /(?:~|\.{0,2})\/[^\s"'`;,]*\.md/.exec(hint ?? '')?.[0]
  if (path !== undefined) return { kind: 'read', path }
  if (hint?.includes(skill) && driver.skillTool !== undefined) return driver.skillTool(skill)
  return { kind: 'text', text: 'There is nothing to read.' }
}
