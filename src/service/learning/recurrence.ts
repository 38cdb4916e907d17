import { fingerprint } from '../../domain/digest.ts'
import type { Refusal } from '../../domain/learning/gate.ts'
import { promptLabel } from '../../domain/learning/prompt.ts'
import { type NamedTask, RECURRING } from '../../domain/learning/prompts/recurring.ts'
import {
  checkedGroups,
  type GroupRule,
  groupSignature,
  type RecurringGroup,
  recurringText,
  requestParts,
  type ShownRequest,
} from '../../domain/learning/recurring-groups.ts'
import { requestsKey, requestsSubject } from '../../domain/learning/subject.ts'
import type { ProposalRecord, ReviewRow } from '../../store/ports/review-store.ts'
import type { Claim } from '../../store/streak-rule.ts'
import type { Core } from '../core.ts'
import type { Drafter } from '../drafts/drafter.ts'
import type { KnownTasks } from './known-tasks.ts'
import type { RecurringTask } from './learn-report.ts'
import { startOfDay } from './model-questions.ts'
import type { Due, Passed } from './pipe.ts'

/**
 * The requests of each project, in which a model finds tasks that recur in other words: it groups those of one task, and
 * code checks the groups and drafts them. A project that was looked at today or has too few new requests is passed over.
 */
export type Recurrence = () => AsyncIterable<Due | Passed>

export interface RecurrenceParts extends Core<'store' | 'clock'> {
  readonly claim: Omit<Claim, 'triggerId' | 'at'>
  readonly drafter: () => Promise<Pick<Drafter, 'draft'>>
  readonly known: KnownTasks
  readonly rule: GroupRule
  readonly redact: (text: string) => Promise<string>
}

/** Latest requests of a project that are compared: about three months of a busy one. */
const MAX_REQUESTS = 600
const MAX_EARLIER = 200
/** Limit of turns of evidence for a draft, the latest; the limit of a streak that grew. */
const MAX_EVIDENCE = 12

export function createRecurrence(parts: RecurrenceParts): Recurrence {
  const { store, clock, claim, known, rule } = parts

  async function* projects(): AsyncGenerator<Due | Passed> {
    for (const { project, lastAt } of await store.lonelyProjects()) {
      const before = await store.review(requestsKey(project))
      const isOpen = before !== undefined && isUnfinished(before)
      const until = isOpen ? before.upTo : lastAt
      const requests = shown(await store.loneRequests(project, until, MAX_REQUESTS))
      const skipped = isOpen ? undefined : notDue(requests, before)
      yield skipped === undefined ? due(project, until, requests) : { subject: requestsSubject(project), skipped }
    }
  }

  function notDue(requests: readonly ShownRequest[], before: ReviewRow | undefined): string | undefined {
    if (before !== undefined && before.at >= startOfDay(clock.now())) return 'looked at today'
    const fresh = requests.filter(({ at }) => before === undefined || at > before.upTo)
    // Each review pays for all requests, and a few new ones hardly ever complete a task.
    return fresh.length < rule.threshold ? 'too few new requests' : undefined
  }

  const due = (project: string, upTo: number, requests: readonly ShownRequest[]): Due => ({
    ...{ key: requestsKey(project), subject: requestsSubject(project), upTo, reasons: ['recurrence by meaning'] },
    first: async () =>
      await Promise.all(
        requestParts(requests).map(async (part) => ({
          prompt: promptLabel(RECURRING),
          text: `${RECURRING.system}\n\n${await parts.redact(recurringText(part, await known.listed()))}`,
        })),
      ),
    async review(questions) {
      const named: NamedTask[] = []
      for (const part of requestParts(requests)) {
        // Requests that an earlier part grouped as one task are shown again, so that later requests can join it.
        const carried = requests.filter(({ id }) => named.some((one) => one.requests.includes(id)))
        const input = recurringText([...carried, ...part], await known.listed())
        named.unshift(...(await questions.ask(RECURRING, input)).tasks)
      }
      const records = await decide(project, named, requests, questions.calls)
      const drafted = records.filter(({ status }) => status === 'staged').length
      return {
        ...{ reason: `${requests.length} requests: ${records.length} named as one task, ${drafted} drafted`, records },
        tell(report) {
          report.projects++
          report.tasks.push(...records.map(toTask))
        },
      }
    },
  })

  /** Decides on each group; a group that was decided on before keeps its decision. */
  async function decide(
    project: string,
    named: readonly NamedTask[],
    requests: readonly ShownRequest[],
    calls: readonly string[],
  ): Promise<readonly ProposalRecord[]> {
    const earlier = await store.proposalsAbout(requestsSubject(project), MAX_EARLIER)
    const { kept, refused } = checkedGroups(stillOpen(named, requests, earlier), requests, rule)
    const records: ProposalRecord[] = []
    const note = (group: RecurringGroup, became: Became) =>
      records.push(recordOf(project, group, became, calls, clock.now().getTime()))
    for (const group of refused) note(group, { skill: '', status: 'refused', rule: group.rule, reason: group.reason })
    for (const group of kept) {
      if (earlier.some((one) => addsNothing(group, one))) continue
      const covered = await known.covering(group.requests.map(({ text }) => text))
      note(group, covered === undefined ? await draft(project, group, calls) : refusedBy(covered))
    }
    return records
  }

  /** Drafts a group from its evidence, like a streak. */
  async function draft(project: string, group: RecurringGroup, calls: readonly string[]): Promise<Became> {
    const turnIds = group.requests.slice(-MAX_EVIDENCE).map(({ turnId }) => turnId)
    const signature = groupSignature(group)
    if (signature === '') return refusedBy({ rule: 'name', reason: 'its requests hold no word to name it by' })
    const at = clock.now().getTime()
    const staged = { skill: '', status: 'staged', rule: null, reason: group.why, versionId: null } as const
    const trigger = await store.completeMeant(
      { signature, turnIds, threshold: rule.threshold },
      { ...claim, triggerId: clock.newId(), at },
      recordOf(project, group, staged, calls, at),
    )
    if (trigger === undefined) return refusedBy({ rule: 'in use', reason: 'one of its requests was used meanwhile' })
    const { status, skill, reason = group.why } = await (await parts.drafter()).draft(trigger)
    if (status === 'refused' || status === 'suppressed') return { ...refusedBy(ruleOf(status, reason)), skill }
    // A failed draft is retried by the next process, like any other.
    return { ...staged, skill, reason: status === 'failed' ? `to be drafted again: ${reason}` : group.why }
  }

  return projects
}

const shown = (requests: readonly Omit<ShownRequest, 'id'>[]): readonly ShownRequest[] =>
  requests.map((one) => ({ ...one, id: requestId(one.turnId) }))

export const requestId = (turnId: string): string => `r${fingerprint(turnId).slice(0, 6)}`

/** A failed review is repeated once; one that waits or was stopped is continued. */
const isUnfinished = ({ state, attempts }: ReviewRow): boolean =>
  state === 'waiting' || state === 'working' || (state === 'failed' && attempts < 2)

type Became = Pick<ProposalRecord, 'skill' | 'status' | 'rule' | 'reason'>

const refusedBy = ({ rule, reason }: Refusal): Became => ({ skill: '', status: 'refused', rule, reason })

/** The rule and reason of an evidence gate ("nothing_in_common: the runs …"), or the drafter's decision. */
function ruleOf(status: string, reason: string): Refusal {
  const [, gate, why] = /^([a-z]+(?:_[a-z]+)+): (.*)$/s.exec(reason) ?? []
  return gate === undefined ? { rule: status, reason } : { rule: gate, reason: why ?? '' }
}

const idsOf = ({ proposal }: ProposalRecord): readonly string[] =>
  (JSON.parse(proposal) as { readonly turns: readonly string[] }).turns

/** Groups without the requests that were decided on before the run was stopped and are not shown any more. */
function stillOpen(
  named: readonly NamedTask[],
  requests: readonly ShownRequest[],
  earlier: readonly ProposalRecord[],
): readonly NamedTask[] {
  const here = new Set(requests.map(({ id }) => id))
  const decided = new Set(earlier.flatMap(idsOf).map(requestId))
  return named
    .map((one) => ({ ...one, requests: one.requests.filter((id) => here.has(id) || !decided.has(id)) }))
    .filter((one) => one.requests.length > 0)
}

function addsNothing({ requests }: RecurringGroup, earlier: ProposalRecord): boolean {
  const ids = new Set(idsOf(earlier))
  return requests.every(({ turnId }) => ids.has(turnId))
}

function recordOf(
  project: string,
  { task, why, requests }: RecurringGroup,
  became: Became,
  calls: readonly string[],
  at: number,
): ProposalRecord {
  const turns = requests.map(({ turnId }) => turnId)
  return {
    ...{ id: `recurring-${fingerprint([...turns].sort().join(' '))}`, subject: requestsSubject(project) },
    ...{ operation: 'recurring', versionId: null, calls, at, ...became },
    proposal: JSON.stringify({ task, why, turns }),
  }
}

const toTask = ({ subject, skill, status, rule, reason, proposal }: ProposalRecord): RecurringTask => {
  const { task, turns } = JSON.parse(proposal) as { readonly task: string; readonly turns: readonly string[] }
  return { subject, task, requests: turns, skill, status, ...(rule === null ? {} : { rule }), reason }
}
