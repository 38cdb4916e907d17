import { isOutwardVerb } from './external-effect.ts'
import { isInstance, nameWords } from './instance.ts'
import { foreignWords } from './language.ts'
import type { Procedure } from './procedure.ts'
import { isQuestion } from './question.ts'
import { cut, quote } from './quote.ts'
import { namesTask } from './request-words.ts'
import { contentWords, isSaid, sharedWords, wellSpelt } from './shared-words.ts'
import { isFixed } from './step.ts'
import { summary } from './steps-in-words.ts'
import { tameSentence } from './tame.ts'
import { ADDRESSES, isTelling, phraseOf } from './task-name.ts'
import { complaintOf, titleOf } from './title.ts'
import { canonicalVerb, isVerb, thirdPerson } from './verbs.ts'

/**
 * What a skill does and when, in one plain sentence and a half, third person, no markup: at most 1,024 characters. The
 * words by which the router finds it are its requests, which are kept beside it; one that is not tame adds nothing here.
 */
export function describe(requests: readonly string[], procedure: Procedure): string {
  const foreign = foreignWords(requests.map((text) => text.replace(ADDRESSES, ' ')))
  const tame = requests.flatMap((text) => tameSentence(text) ?? [])
  const plain = tame.map(withoutCodes)
  const shared = sharedWords(plain, foreign).filter(isTelling)
  const what = procedure.steps.some(isFixed) ? summary(procedure) : ''
  const named = foreign === undefined ? titled(plain, shared, procedure) : undefined
  const title = named ?? (foreign === undefined ? capital(what) : '')
  const examples = examplesOf(wellSpelt(tame, shared), shared)
    .map((text) => `"${text}"`)
    .join(' or ')
  if (named === undefined && title !== '' && examples !== '' && kindOf(plain) === 'questions')
    return `Answers questions such as ${examples}: ${cut(what, MAX_SENTENCE)}.`
  if (title !== '' && examples !== '')
    return `${cut(title, MAX_SENTENCE)}. Use it for ${kindOf(plain)} such as ${examples}.`
  const deed = what === '' ? 'Handles' : `${capital(what)} for`
  const asked = subjectOf(plain, shared, foreign === undefined)
  return `${cut(`${deed} ${asked}`, MAX_SENTENCE)}${examples === '' ? '' : `, such as ${examples}`}.`
}

/** The task that the requests ask for, in the third person; undefined if they share no title. */
function titled(requests: readonly string[], shared: readonly string[], procedure: Procedure): string | undefined {
  const order = titleOf(requests, shared)
  if (order === undefined) return complaintOf(requests, shared)
  return isBorneOut(order, procedure)
    ? thirdPerson(order)
    : `Handles requests to ${order.charAt(0).toLowerCase()}${order.slice(1)}`
}

/** The text without web addresses, and with ids replaced by `(id)`: they belong to one request. */
const withoutCodes = (text: string): string =>
  text.replace(ADDRESSES, ' ').replace(/#?[\w-]{4,64}/g, (word) => (isInstance('', word) ? '(id)' : word))

/** Whether the steps do what the order says; an outward act ("cancel the flight") needs a call of that name. */
function isBorneOut(order: string, { steps }: Procedure): boolean {
  const [verb = ''] = order.toLowerCase().split(' ')
  const tools = steps.flatMap(({ kind, tool = '' }) => (kind === 'CALL' ? [tool] : []))
  if (tools.length < steps.length || tools.length === 0 || !isOutwardVerb(verb)) return true
  return tools.some((tool) => nameWords(tool).some((word) => canonicalVerb(word) === canonicalVerb(verb)))
}

/**
 * Requests that are short, or begin with a short clause that names a task, those with a shared word first; the first one
 * cut where there is none.
 */
function examplesOf(requests: readonly string[], shared: readonly string[]): readonly string[] {
  const whole = requests.flatMap((text) => {
    const said = text.length <= MAX_EXAMPLE ? text : text.split(CLAUSE)[0]!
    return said.length <= MAX_EXAMPLE && (said === text || namesTask(said)) ? [said] : []
  })
  const told = whole.length > 0 ? whole : requests.slice(0, 1).map((text) => cut(text, MAX_EXAMPLE))
  const isBeside = (text: string): number => (contentWords(text).some((word) => isSaid(word, shared)) ? 0 : 1)
  const as = (text: string) => text.toLowerCase().replace(ENDS, '')
  return told
    .filter((text, i) => told.findIndex((other) => as(other) === as(text)) === i)
    .sort((a, b) => isBeside(a) - isBeside(b))
    .slice(0, MAX_EXAMPLES)
}

const ENDS = /(?<![\s.!?])[\s.!?]+$/

const CLAUSE = /[,;:(!?](?:\s|$)| - |, | \(| (?:and|so|but|because|which|that) /
const MAX_EXAMPLES = 2
const MAX_EXAMPLE = 80
const MAX_SENTENCE = 300
/** Words of what requests are about. */
const MAX_ABOUT = 7

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * "requests to …", "requests about …" or "questions about …": the piece of an English one that holds most of the shared
 * words, else those words.
 */
function subjectOf(requests: readonly string[], shared: readonly string[], isEnglish: boolean): string {
  const kind = kindOf(requests)
  const isOrder = (text: string) => kind === 'requests' && isVerb(text.split(/\s+/)[0]!)
  const phrase = isEnglish ? phraseOf(requests, shared) : undefined
  const said = phrase?.replace(/\b(?:my|our|your|this|that|these|those)\b/gi, 'the')
  if (said !== undefined && said.split(/\s+/).length <= MAX_ABOUT)
    return isOrder(said)
      ? `${kind} to ${quote(said.charAt(0).toLowerCase() + said.slice(1), MAX_EXAMPLE)}`
      : `${kind} about ${quote(said, MAX_EXAMPLE)}`
  const words = shared.slice(0, MAX_ABOUT).map((word) => quote(word, 40))
  return words.length === 0 ? kind : `${kind} about ${words.join(', ')}`
}

const kindOf = (requests: readonly string[]): string =>
  requests.length > 0 && requests.every(isQuestion) ? 'questions' : 'requests'
