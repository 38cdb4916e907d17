import { askedBesidePaste } from '../grouping/asked.ts'
import type { TurnTrajectory } from '../turn.ts'
import { impersonal } from './impersonal.ts'
import { quote } from './quote.ts'
import { contentWords } from './shared-words.ts'

/** The request without pasted parts, as inert text without personal data. */
export function requestText({ userInput }: Pick<TurnTrajectory, 'userInput'>): string {
  const asked = askedBesidePaste(userInput)
  const says = asked !== undefined && contentWords(asked).length >= TELLING
  return quote(impersonal(says ? asked : userInput))
}

/** Least number of content words beside a paste; with fewer the request is about the paste, which is then kept. */
const TELLING = 3
