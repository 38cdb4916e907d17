import { askedText } from '../grouping/asked.ts'
import { signature, unicodeWords } from '../signature.ts'
import { asData, inParts, oneLine } from './as-data.ts'
import type { Refusal } from './gate.ts'
import type { NamedTask } from './prompts/recurring.ts'

/** Requests that a model says are one task, oldest first. */
export interface RecurringGroup {
  readonly task: string
  readonly name: string
  readonly why: string
  readonly requests: readonly ShownRequest[]
}

export interface GroupRule {
  /** Minimum number of requests of a task. */
  readonly threshold: number
  /** Longest pause between two requests of a task, in ms. */
  readonly expiryMs: number
}

/**
 * Checks groups: which are accepted, and why the others are not. A request that is named twice belongs to the first
 * task that names it.
 */
export function checkedGroups(
  named: readonly NamedTask[],
  shown: readonly ShownRequest[],
  rule: Pick<GroupRule, 'threshold' | 'expiryMs'>,
): { readonly kept: readonly RecurringGroup[]; readonly refused: readonly (Refusal & RecurringGroup)[] } {
  const byId = new Map(shown.map((one) => [one.id, one]))
  const taken = new Set<string>()
  const kept: RecurringGroup[] = []
  const refused: (Refusal & RecurringGroup)[] = []
  for (const { task, name, why, requests: ids } of named) {
    const free = [...new Set(ids)].filter((id) => byId.has(id) && !taken.has(id))
    const found = shown.filter(({ id }) => free.includes(id))
    const requests = withoutOld(onePerText(found), rule.expiryMs)
    const refusal = refusalOf(ids, byId, requests, shown.length, rule.threshold)
    if (refusal !== undefined) {
      refused.push({ task, name, why, requests: found, ...refusal })
      continue
    }
    for (const { id } of found) taken.add(id)
    kept.push({ task, name, why, requests })
  }
  return { kept, refused }
}

function refusalOf(
  ids: readonly string[],
  byId: ReadonlyMap<string, ShownRequest>,
  requests: readonly ShownRequest[],
  shown: number,
  threshold: number,
): Refusal | undefined {
  const invented = ids.find((id) => !byId.has(id))
  if (invented !== undefined)
    return { rule: 'ids', reason: `it names a request that it was not shown: "${invented.slice(0, 20)}"` }
  if (requests.length < threshold)
    return {
      rule: 'too few',
      reason: `it has ${requests.length} requests of its own that were made apart; ${threshold} make a task`,
    }
  if (requests.length > Math.max(MIN_BROAD, shown * MOST_OF_ALL))
    return { rule: 'too broad', reason: `it is ${requests.length} of ${shown} requests: no task is most of the work` }
  return undefined
}

/** The latest of requests with one text in one session: sent again, it is one request. */
function onePerText(requests: readonly ShownRequest[]): readonly ShownRequest[] {
  const last = new Map(requests.map((one) => [`${one.sessionId}\0${one.text.trim().toLowerCase()}`, one]))
  return requests.filter((one) => [...last.values()].includes(one))
}

/** The latest requests, back to the first pause that is longer than a streak's expiry. */
function withoutOld(requests: readonly ShownRequest[], expiryMs: number): readonly ShownRequest[] {
  const from = requests.findLastIndex(({ at }, i) => i > 0 && at - (requests[i - 1]?.at ?? at) > expiryMs)
  return from === -1 ? requests : requests.slice(from)
}

/** A group of more than this share of the shown requests is no task, where it has more than `MIN_BROAD` requests. */
const MOST_OF_ALL = 0.25
const MIN_BROAD = 12

/**
 * The signature under which a group is drafted: the name that the model gave it, if it is one of two to four words
 * without a number; else the words of the task's name that its requests contain; where these are
 * fewer than two, the name itself if a request contains one of its words, otherwise the signature of the latest
 * request.
 */
export function groupSignature({ task, name, requests }: RecurringGroup): string {
  if (NAME.test(name)) return name
  const said = new Set(requests.flatMap(({ text }) => [...unicodeWords(text)]))
  const theirs = signature([...unicodeWords(task)].filter((word) => said.has(word)).join(' '))
  if (theirs.includes('-')) return theirs
  return theirs === '' ? signature(requests.at(-1)?.text ?? '') : signature(task)
}

const NAME = /^(?!auto-)[a-z]{2,20}(?:-[a-z]{1,20}){1,3}$/

/** A request as it is shown: `id` stands for it in answers, and is the same in every question. */
export interface ShownRequest {
  readonly id: string
  readonly turnId: string
  /** Unix ms. */
  readonly at: number
  readonly sessionId: string
  readonly text: string
}

interface KnownTask {
  readonly name: string
  readonly description: string
  readonly isRejected: boolean
}

/** The text of one question: requests with their ids and sessions, oldest first, and the tasks that are known. */
export function recurringText(requests: readonly ShownRequest[], known: readonly KnownTask[]): string {
  const sessions = new Map<string, string>()
  for (const { sessionId } of requests) if (!sessions.has(sessionId)) sessions.set(sessionId, `s${sessions.size + 1}`)
  const lines = requests.map((one) => `${one.id} ${sessions.get(one.sessionId)} ${lineOf(one)}`)
  const skills = known.map(
    ({ name, description, isRejected }) =>
      `- ${asData(name)}${isRejected ? ' (rejected)' : ''}: ${asData(oneLine(description).slice(0, MAX_DESCRIPTION))}`,
  )
  return [
    `<skills_there_are>\n${skills.length === 0 ? 'none' : skills.join('\n')}\n</skills_there_are>`,
    `<requests columns="id, session, request">\n${lines.join('\n')}\n</requests>`,
  ].join('\n\n')
}

/** Requests in parts of at most `room` characters, in their order. One part, unless there are very many. */
export const requestParts = (requests: readonly ShownRequest[], room = MAX_ROOM) =>
  inParts(requests, (one) => lineOf(one).length + ID_AND_SESSION, room)

const lineOf = ({ text }: ShownRequest): string => {
  const said = oneLine(askedText(text))
  return asData(said.length > MAX_REQUEST ? `${said.slice(0, MAX_REQUEST)} […]` : said)
}

/** Characters of a request: in real ones the task is named by then. */
const MAX_REQUEST = 240
const MAX_DESCRIPTION = 160
const ID_AND_SESSION = 14
/** Characters of requests in one call, some 25,000 tokens. */
const MAX_ROOM = 90_000
