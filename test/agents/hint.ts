import { HINT_MARK } from '../../src/domain/hint-text.ts'
import type { Asked, Scripted, Step } from './script.ts'

/** The hint in a request, as the model reads it; undefined where there is none. */
export function hintIn({ text }: Asked): string | undefined {
  const at = text.indexOf(HINT_MARK)
  if (at < 0) return undefined
  // The request is JSON text: the hint ends with the string that it stands in.
  const rest = text.slice(at)
  const end = /(?<!\\)(?:\\\\)*"/.exec(rest)?.index ?? rest.length
  return JSON.parse(`"${rest.slice(0, end)}"`) as string
}

/**
 * What a model does that takes the hint at its word: it reads the file named, or makes the call named. Where the hint holds
 * the text itself, it goes on with the task.
 */
export function follow(asked: Asked, then: Scripted | undefined): Step {
  const hint = hintIn(asked) ?? ''
  const [, path] = /\bread "([^"\n]+)"/.exec(hint) ?? []
  if (path !== undefined) return { kind: 'read', path }
  const [, name, key, value] = /\bcall (?:the )?(\w+) (?:tool )?with (\w+) "([^"\n]+)"/.exec(hint) ?? []
  if (name !== undefined && key !== undefined) return { kind: 'tool', name, input: { [key]: value } }
  return typeof then === 'object' ? then : { kind: 'text', text: 'There is nothing to do.' }
}
