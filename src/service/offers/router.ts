import { parseOverride } from '../../domain/bandit.ts'
import type { Random } from '../../domain/beta.ts'
import { calledSkills } from '../../domain/credit.ts'
import type { Decision, Task } from '../../domain/decision.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import type { Tell } from '../../domain/event.ts'
import { personsWords } from '../../domain/persons-words.ts'
import type { Explained } from '../../domain/retrieval/search.ts'
import { type Deliberation, deliberate, force, type RoutingRule } from '../../domain/routing/deliberation.ts'
import { type Expectation, expectationOf, explained } from '../../domain/routing/explanation.ts'
import { inContext, isFollowUp } from '../../domain/routing/follow-up.ts'
import type { Candidate } from '../../domain/routing/logged.ts'
import { signature } from '../../domain/signature.ts'
import { projectOfRun } from '../../domain/turn.ts'
import type { DecisionRow, DecisionStore, EarlierDecision } from '../../store/ports/decision-store.ts'
import type { OwnRequests } from '../../store/ports/turn-store.ts'
import type { LedgerStore, PromptStore } from '../../store/ports/version-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Clock } from '../clock.ts'
import type { Elsewhere, Place } from './elsewhere.ts'
import type { Hinter } from './hinter.ts'
import { type Hydration, hydrate } from './hydration.ts'
import { createOwnFit } from './own-fit.ts'
import type { SkillSearch } from './skill-search.ts'

export interface RouteOptions {
  /** Minimum number of candidates to report, as far as there are any. */
  readonly top?: number
  readonly explain?: boolean
  /** The prompt may have been decided on already: then that decision is not repeated, and the reason is `known`. */
  readonly once?: boolean
  /**
   * Deadline: after it nothing is picked or logged, and the reason is `late`, or `failed` where another process had the
   * database until then.
   */
  readonly until?: Date
  /** Nothing is logged: what would be offered is only shown to a person. */
  readonly dryRun?: boolean
  /** Who asks cannot tell the folder: nothing that belongs to a project is offered, unless the request names it. */
  readonly anywhere?: boolean
}

export interface Router {
  /** Picks a skill for a task, or none, and logs the decision. A fault gives a decision with reason `failed`. */
  route(task: Task, options?: RouteOptions): Promise<Decision>
  /** What a skill is expected to do where it fits; undefined for one that may not be offered. Nothing is logged. */
  expected(name: string): Promise<Expectation | undefined>
  /** Drops cached data after the skills changed. */
  refresh(): void
}

export interface RouterParts {
  readonly store: DecisionStore & OwnRequests & Pick<LedgerStore, 'revocations'> & Pick<PromptStore, 'seedPairsFor'>
  readonly catalogue: Pick<
    Catalogue,
    'refresh' | 'sync' | 'offered' | 'count' | 'named' | 'generation' | 'records' | 'isAsSeen'
  >
  readonly search: Pick<SkillSearch, 'search' | 'changed'>
  readonly hinter: Hinter
  readonly elsewhere: Elsewhere
  readonly clock: Clock
  readonly random: Random
  readonly rule: RoutingRule
  readonly redact: (task: Task) => Task
  readonly tell: Tell
}

const DEFAULT_TOP = 5
/** Candidates searched for at least, so that the router has as many as it weighs. */
const LEAST_FOUND = 10

/** Attempts on a folder that keeps changing; with three processes that change one skill all the time, three were few. */
const MAX_LOOKS = 12

interface Finding {
  readonly k: number
  /** Names that are left out. */
  readonly without: ReadonlySet<string>
}

interface Warm {
  readonly hydration: Hydration
  /** The catalogue's generation that this was read at. */
  readonly generation: number
}

export function createRouter(parts: RouterParts): Router {
  const { store, catalogue, search, hinter, clock, random, rule, tell } = parts
  const decide = createDeciding(parts)
  let warm: Warm | undefined

  /** What arms begin with now. */
  async function current(): Promise<Warm> {
    // Another process may have revoked or promoted a skill since.
    const changed = await catalogue.refresh()
    const { generation } = catalogue
    if (warm !== undefined && !changed && warm.generation === generation) return warm
    warm = { hydration: hydrate(store, { count: catalogue.count, records: catalogue.records }), generation }
    return warm
  }

  async function route(asked: Task, options: RouteOptions = {}): Promise<Decision> {
    try {
      // Of a host in JavaScript nothing has checked the types.
      if (typeof asked?.text !== 'string')
        throw new WaylandError('bad_usage', 'the task has no text: route({ text }) takes what the person asks for')
      const { row, decision } = await decideAsSeen(asked, options)
      if (options.until !== undefined && clock.now() > options.until)
        return { id: decision.id, pick: null, reason: 'late', candidates: [] }
      if (options.dryRun === true) return decision
      const left = options.until && { waitMs: options.until.getTime() - clock.now().getTime() }
      const known = await store.addDecision(row, { once: options.once ?? false, ...left })
      if (known !== undefined) return await again(known, asked)
      tell({ kind: 'decision', decision })
      return decision
    } catch (error) {
      const { message } = asWaylandError(error)
      tell({ kind: 'warning', what: 'no skill was offered', cause: error })
      return { id: clock.newId(), pick: null, reason: 'failed', candidates: [], error: message }
    }
  }

  /** Returns the decision on a prompt that was decided on before; nothing is logged or announced again. */
  async function again({ id, pick, propensity }: EarlierDecision, asked: Task): Promise<Decision> {
    const skill = pick === null ? undefined : (await catalogue.named([pick])).get(pick)
    const same =
      skill === undefined || !(await catalogue.isAsSeen(skill))
        ? null
        : pickOf(skill, propensity ?? 1, (await hinter.hint(skill, asked)).text)
    return { id, pick: same, reason: 'known', candidates: [] }
  }

  /** Repeats a decision whose pick has changed bytes: these are scanned before the skill can be picked. */
  async function decideAsSeen(
    asked: Task,
    options: RouteOptions,
  ): Promise<Awaited<ReturnType<ReturnType<typeof createDeciding>>>> {
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const made = await decide(asked, options, (await current()).hydration)
      const isOfNow = warm?.generation === catalogue.generation
      if (isOfNow && (made.skill === undefined || (await catalogue.isAsSeen(made.skill)))) return made
      if (isOfNow) await catalogue.sync()
    }
    throw new WaylandError('conflict', 'the skill that would be offered cannot be read, or keeps changing')
  }

  return {
    route,
    async expected(name) {
      const { hydration } = await current()
      const skill = (await catalogue.named([name])).get(name)
      if (skill === undefined) return undefined
      // The kind of a request that says its name.
      const knowledge = await store.knowledge([name], signature(name))
      const using = { rule, random, seeds: await hydration.seeds([skill], knowledge.counts) }
      return expectationOf(force(knowledge, name, using).choice.weighed[0]!)
    },
    refresh: () => {
      warm = undefined
      search.changed()
    },
  }
}

/** Decides on a task by the skills as they are known now, which the pick's bytes may contradict. */
function createDeciding(parts: RouterParts) {
  const { store, catalogue, search, hinter, elsewhere, clock, random, rule, redact } = parts
  const ownFit = createOwnFit(store)
  const { namedIn, find, leftOut } = createFindingFor(parts)

  return async (asked: Task, { top = DEFAULT_TOP, explain = false, anywhere }: RouteOptions, hydration: Hydration) => {
    const text = personsWords(asked.text)
    const task = redact({ ...asked, text })
    const kind = signature(task.text)
    const called = await namedIn(text)
    const named = called?.name
    const without = called === undefined ? await elsewhere(placeOf(task, anywhere)) : NO_NAMES
    const { hits, reasons, sought } =
      called === undefined
        ? await find(text, asked.sessionId, { k: Math.max(top, LEAST_FOUND), without })
        : {
            hits: [{ id: called.name, relevance: 1 }],
            reasons: explain ? await search.search(text, 1) : [],
            sought: undefined,
          }
    const skills =
      called === undefined ? await catalogue.named(hits.map(({ id }) => id)) : new Map([[called.name, called]])
    // Skips skills that were changed since they were found.
    const known = hits.filter(({ id }) => skills.has(id)).map(({ id, relevance }) => ({ skill: id, relevance }))
    const found = await ownFit(sought, known, skills)
    const names = found.map(({ skill }) => skill)
    const knowledge = await store.knowledge(names, kind)
    const candidates = names.flatMap((name) => skills.get(name) ?? [])
    const using = { rule, random, seeds: await hydration.seeds(candidates, knowledge.counts) }
    const made = named === undefined ? deliberate(knowledge, found, using) : force(knowledge, named, using)
    const reason = hits.length === 0 && (await catalogue.count()) === 0 ? 'no_candidates' : made.reason
    const skill = made.pick === null ? undefined : skills.get(made.pick)
    const hint = skill === undefined ? undefined : await hinter.hint(skill, asked)
    const decision: Decision = {
      id: clock.newId(),
      pick: skill === undefined ? null : pickOf(skill, made.propensity, hint?.text),
      reason,
      candidates: shownOf(made).slice(0, Math.max(top, made.weighed.length)),
      ...(explain ? { explanation: explained(made, reasons, await leftOut(text, without)) } : {}),
    }
    const about = { kind, version: skill?.headVersion ?? null, shown: hint?.isWhole ?? false }
    return { decision, skill, row: decisionRow(task, decision, { ...made, ...about }, clock.now()) }
  }
}

function createFindingFor({ store, catalogue, search }: RouterParts) {
  /** The skill that a request names, if it may be offered. */
  async function namedIn(text: string): Promise<SkillRecord | undefined> {
    const called = [parseOverride(text) ?? '', ...calledSkills(text)].filter((name) => name !== '')
    const callable = called.length === 0 ? undefined : await catalogue.named(called)
    return called.flatMap((name) => callable?.get(name) ?? [])[0]
  }

  /** Searches for a request; one that goes on with an earlier one of its session is also read with that one. */
  async function find(text: string, sessionId: string | undefined, how: Finding) {
    const alone = await findText(text, how)
    if (sessionId === undefined || !isFollowUp(text)) return alone
    const whole = inContext(text, await store.latestTasks(sessionId))
    const together = whole === text ? alone : await findText(whole, how)
    return (together.hits[0]?.relevance ?? 0) > (alone.hits[0]?.relevance ?? 0) ? together : alone
  }

  async function findText(sought: string, { k, without }: Finding) {
    const hits = await search.search(sought, k, without)
    return { hits, reasons: hits, sought }
  }

  /** What fits and was left out, for a person who asks why. */
  const leftOut = async (text: string, without: ReadonlySet<string>): Promise<readonly Explained[]> =>
    without.size === 0 ? [] : (await search.search(text, DEFAULT_TOP)).filter(({ id }) => without.has(id))

  return { namedIn, find, leftOut }
}

const NO_NAMES: ReadonlySet<string> = new Set()

const placeOf = (task: Task, anywhere: boolean | undefined): Place => ({
  project: anywhere === true ? '' : projectOfRun(task),
})

const shownOf = ({ weighed, rest }: Deliberation): Candidate[] => [
  ...weighed.map(({ skill, relevance, quality, draw }) => ({ skill, relevance, mean: quality, draw })),
  ...rest,
]

const pickOf = (skill: SkillRecord, propensity: number, hint = '') => ({
  skill: skill.name,
  path: `${skill.path}/SKILL.md`,
  hint,
  propensity,
})

function decisionRow(
  task: Task,
  { id, reason }: Decision,
  made: Deliberation & Pick<DecisionRow, 'kind' | 'version' | 'shown'>,
  at: Date,
): DecisionRow {
  const { kind, version, shown, pick, propensity, weighed, rest, choice } = made
  return {
    id,
    at: at.getTime(),
    task: task.text,
    engine: task.engine ?? null,
    sessionId: task.sessionId ?? null,
    promptId: task.promptId ?? null,
    projectDir: task.projectDir ?? null,
    kind,
    pick,
    version,
    reason,
    propensity,
    holdout: choice.holdout,
    weighed,
    candidates: rest.map(({ skill, relevance }) => ({ skill, relevance })),
    shown,
  }
}
