import { MAX_DESCRIPTION } from '../skill.ts'
import type { TurnTrajectory } from '../turn.ts'
import { impersonal } from './impersonal.ts'
import { cut, quote } from './quote.ts'

/** The body of a preference draft: each distinct wording with its number of times and sessions. */
export function wishLines(turns: readonly TurnTrajectory[]): readonly string[] {
  const said = new Map<string, { times: number; readonly sessions: Set<string | undefined> }>()
  for (const { userInput, sessionId } of turns) {
    const text = quote(impersonal(userInput))
    const known = said.get(text) ?? { times: 0, sessions: new Set() }
    known.times++
    known.sessions.add(sessionId)
    said.set(text, known)
  }
  const wishes = [...said].map(([text, { times, sessions }]) => `- "${text}" (${howOften(times, sessions)})`)
  return [
    '',
    HEADING,
    'The person asked for this again and again. It says how work is to be done, and is no task:',
    ...wishes,
  ]
}

const HEADING = '## Standing wishes of the person, not steps'

function howOften(times: number, sessions: ReadonlySet<string | undefined>): string {
  const often = times === 1 ? 'once' : `${times} times`
  if (sessions.has(undefined)) return often
  return `${often}, in ${sessions.size} session${sessions.size === 1 ? '' : 's'}`
}

const MAX_EXAMPLES = 3

/** The description of a preference draft, quoting the person's words; at most 1,024 characters. */
export function describeWishes(requests: readonly string[]): string {
  const wishes = requests.slice(0, MAX_EXAMPLES).map((text) => `"${cut(text, 120)}"`)
  return cut(
    `Keeps to standing wishes of the person about how work is done: ${wishes.join(', ')}. Use for any task that they bear on, and when a request says the like.`,
    MAX_DESCRIPTION,
  )
}
