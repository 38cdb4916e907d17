import { isHousekeeping } from './action-weight.ts'
import { isOutwardVerb } from './external-effect.ts'
import { isInstance, nameWords } from './instance.ts'
import { foreignWords } from './language.ts'
import type { Procedure } from './procedure.ts'
import { isQuestion } from './question.ts'
import { cut, quote } from './quote.ts'
import { namesTask } from './request-words.ts'
import { sharedWords, wellSpelt } from './shared-words.ts'
import { isFixed, type Step } from './step.ts'
import { stepText } from './step-text.ts'
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
  const title = foreign === undefined ? (titled(plain, shared, procedure) ?? capital(what)) : ''
  const examples = examplesOf(wellSpelt(tame, shared))
    .map((text) => `"${text}"`)
    .join(' or ')
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

/** Requests that are short, or begin with a short clause that names a task; the first one cut where there is none. */
function examplesOf(requests: readonly string[]): readonly string[] {
  const whole = requests.flatMap((text) => {
    const said = text.length <= MAX_EXAMPLE ? text : text.split(CLAUSE)[0]!
    return said.length <= MAX_EXAMPLE && (said === text || namesTask(said)) ? [said] : []
  })
  const told = whole.length > 0 ? whole : requests.slice(0, 1).map((text) => cut(text, MAX_EXAMPLE))
  return [...new Set(told)].slice(0, MAX_EXAMPLES)
}

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

/** The first steps that tell most: programs by name, varying files as "files"; a look only where nothing else was done. */
function summary({ steps }: Procedure): string {
  const commits = steps.some(({ head }) => head === 'RUN git commit')
  const ranked = steps
    .filter(({ head }) => !(commits && head === 'RUN git add'))
    .sort((a, b) => usualness(a) - usualness(b))
  const deeds = ranked.filter((step) => usualness(step) < usualness(LOOK))
  const told = (deeds.length > 0 ? deeds : ranked).slice(0, MAX_STEPS)
  const phrases = new Map<string, Set<string>>()
  for (const step of steps.filter((one) => told.includes(one))) {
    const [verb, object] = deedOf(step) ?? []
    if (verb !== undefined && object !== undefined) phrases.set(verb, (phrases.get(verb) ?? new Set()).add(object))
  }
  return [...phrases].map(([verb, objects]) => `${verb} ${[...objects].join(' and ')}`.trim()).join(' and ')
}

const MAX_STEPS = 2

/** 0 for a deed of the task's own, more for what many tasks have: what git keeps, housekeeping, looks. */
function usualness({ kind, head }: Pick<Step, 'kind' | 'head'>): number {
  if (kind === 'READ' || kind === 'SEARCH' || kind === 'LIST' || LOOKS.test(head)) return 3
  if (kind !== 'RUN' || !isHousekeeping(head)) return 0
  return /^RUN git (?:commit|merge|pull|checkout|switch)$/.test(head) ? 1 : 2
}
const LOOK = { kind: 'READ', head: 'READ' } as const
const LOOKS =
  /^RUN (?:git (?:status|diff|log|show|branch|fetch)|gh auth|ls|cat|pwd|which|head|tail|wc|find|grep|rg)(?= |$)/

/** The verb and the object of a step; undefined for searches and lists. */
function deedOf(step: Step): readonly [string, string] | undefined {
  const { kind, tool, fields } = step
  if (kind === 'SEARCH' || kind === 'LIST') return undefined
  if (kind === 'CALL') return ['calls', quote(tool ?? '', 40)]
  if (kind === 'RUN') {
    const head = step.head.slice('RUN '.length)
    return SAID[head] ?? ['runs', quote(head, 40)]
  }
  if (fields.path?.some((part) => typeof part !== 'string') === true) return [DOES[kind], 'files']
  const [, ...rest] = stepText(step).replaceAll('`', '').split(' ')
  return [DOES[kind], cut(rest.join(' '), 70)]
}

/** What everybody calls otherwise than by its command. */
const SAID: Readonly<Record<string, readonly [string, string]>> = {
  'git commit': ['commits', ''],
  'git push': ['pushes', ''],
  'git pull': ['pulls', ''],
  'git checkout': ['switches', 'branches'],
  'git switch': ['switches', 'branches'],
  'gh pr create': ['opens', 'a pull request'],
  'gh pr merge': ['merges', 'a pull request'],
}

const DOES = { READ: 'reads', EDIT: 'edits', WRITE: 'writes' } as const
