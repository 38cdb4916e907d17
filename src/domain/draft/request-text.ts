import { askedBesidePaste } from '../grouping/asked.ts'
import type { TurnTrajectory } from '../turn.ts'
import { impersonal } from './impersonal.ts'
import { quote } from './quote.ts'
import { contentWords } from './shared-words.ts'

/** What a person asked, without what they pasted, as inert text that names no person. */
export function requestText({ userInput }: Pick<TurnTrajectory, 'userInput'>): string {
  const asked = askedBesidePaste(userInput)
  const says = asked !== undefined && contentWords(asked).length >= TELLING
  return quote(impersonal(says ? asked : userInput))
}

/** Fewer words beside a paste are about the paste. */
const TELLING = 3
