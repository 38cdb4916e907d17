import type { Random } from '../domain/beta.ts'
import { calledSkills } from '../domain/called-skill.ts'
import type { Decision, Task } from '../domain/decision.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import { parseOverride } from '../domain/override.ts'
import { personsWords } from '../domain/persons-words.ts'
import type { Toward } from '../domain/retrieval/skill-index.ts'
import type { Candidate } from '../domain/routing/candidate.ts'
import { type Deliberation, deliberate, force, type RoutingRule } from '../domain/routing/deliberation.ts'
import { explained } from '../domain/routing/explanation.ts'
import { signature } from '../domain/signature.ts'
import type { DecisionRow, EarlierDecision } from '../store/decision-log.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Hinter } from './hinter.ts'
import { type Hydration, hydrate } from './hydration.ts'
import type { SkillMeaning } from './skill-meaning.ts'
import type { SkillSearch } from './skill-search.ts'

export interface RouteOptions {
  /** Candidates to show at least, as far as there are any. */
  readonly top?: number
  /** Whether to say how the decision came about. */
  readonly explain?: boolean
  /** The prompt may have been told of before: then nothing is decided again, and the reason is `known`. */
  readonly once?: boolean
  /** A pick that is made after this time comes too late to be seen: none is made then, nor logged, and the reason is `late`. */
  readonly until?: Date
}

export interface Router {
  /** Picks a skill for a task, or none, and logs the decision. A fault is a decision with reason `failed`. */
  route(task: Task, options?: RouteOptions): Promise<Decision>
  /** Forgets what was read of the skills: they changed. */
  refresh(): void
}

export interface RouterParts {
  readonly store: Store
  readonly catalogue: Pick<Catalogue, 'refresh' | 'sync' | 'offered' | 'isAsSeen'>
  readonly search: Pick<SkillSearch, 'keep' | 'search' | 'explain' | 'changed'>
  /** What skills and requests mean; absent where words alone decide. */
  readonly meaning?: SkillMeaning | undefined
  readonly hinter: Hinter
  readonly clock: Clock
  readonly random: Random
  readonly rule: RoutingRule
  readonly redact: (task: Task) => Task
  readonly tell: Tell
}

const DEFAULT_TOP = 5
/** Found at least: as many as are weighed at most. */
const LEAST_FOUND = 10

/** Looks at a folder that keeps changing. */
const MAX_LOOKS = 3

interface Warm {
  readonly hydration: Hydration
  readonly skills: ReadonlyMap<string, SkillRecord>
  readonly offered: readonly SkillRecord[]
}

export function createRouter(parts: RouterParts): Router {
  const { store, catalogue, search, meaning, hinter, clock, random, rule, redact, tell } = parts
  let warm: Warm | undefined

  async function ready(): Promise<Warm> {
    // Another process may have revoked or promoted since, and a look by anyone gives a new list.
    const changed = await catalogue.refresh()
    const offered = await catalogue.offered()
    if (warm !== undefined && !changed && warm.offered === offered) return warm
    const skills = new Map(offered.map((skill) => [skill.name, skill]))
    await search.keep(offered)
    meaning?.keep(offered)
    warm = { hydration: await hydrate(store, offered), skills, offered }
    return warm
  }

  async function route(asked: Task, options: RouteOptions = {}): Promise<Decision> {
    try {
      const { row, decision } = await decideAsSeen(asked, options)
      if (options.until !== undefined && clock.now() > options.until)
        return { id: decision.id, pick: null, reason: 'late', candidates: [] }
      const known = await store.addDecision(row, { once: options.once ?? false })
      if (known !== undefined) return await again(known, asked)
      tell({ kind: 'decision', decision })
      return decision
    } catch (error) {
      const { message } = asWaylandError(error)
      tell({ kind: 'warning', what: 'no skill was offered', cause: error })
      return { id: clock.newId(), pick: null, reason: 'failed', candidates: [], error: message }
    }
  }

  /** The answer to a prompt that was decided on before: the same, and nothing is logged or told again. */
  async function again({ id, pick, propensity }: EarlierDecision, asked: Task): Promise<Decision> {
    const skill = pick === null ? undefined : warm?.skills.get(pick)
    const same =
      skill === undefined || !(await catalogue.isAsSeen(skill))
        ? null
        : pickOf(skill, propensity ?? 1, (await hinter.hint(skill, asked)).text)
    return { id, pick: same, reason: 'known', candidates: [] }
  }

  /** A pick whose bytes changed since they were looked at is none before they were looked at again. */
  async function decideAsSeen(asked: Task, options: RouteOptions): Promise<Awaited<ReturnType<typeof decide>>> {
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const made = await decide(asked, options)
      const skill = warm?.skills.get(made.decision.pick?.skill ?? '')
      if (skill === undefined || (await catalogue.isAsSeen(skill))) return made
      await catalogue.sync()
    }
    throw new WaylandError('conflict', 'the skill that would be offered keeps changing')
  }

  async function decide(asked: Task, { top = DEFAULT_TOP, explain = false }: RouteOptions) {
    const { hydration, skills } = await ready()
    const text = personsWords(asked.text)
    const task = redact({ ...asked, text })
    const kind = signature(task.text)
    const named = [parseOverride(text) ?? '', ...calledSkills(text)].find((name) => skills.has(name))
    const toward = named === undefined ? await meaning?.toward(text) : undefined
    const found = named === undefined ? find(text, top, skills, toward) : [{ skill: named, relevance: 1 }]
    const names = found.map(({ skill }) => skill)
    const knowledge = await store.knowledge(names, kind)
    const using = { rule, random, seeds: await hydration.seeds(names, knowledge.counts) }
    const made = named === undefined ? deliberate(knowledge, found, using) : force(knowledge, named, using)
    const reason = skills.size === 0 && named === undefined ? 'no_candidates' : made.reason
    const skill = made.pick === null ? undefined : skills.get(made.pick)
    const hint = skill === undefined ? undefined : await hinter.hint(skill, asked)
    const decision: Decision = {
      id: clock.newId(),
      pick: skill === undefined ? null : pickOf(skill, made.propensity, hint?.text),
      reason,
      candidates: shownOf(made).slice(0, Math.max(top, made.weighed.length)),
      ...(explain ? { explanation: explained(made, search.explain(text, found.length, toward)) } : {}),
    }
    const about = { kind, version: skill?.headVersion ?? null, shown: hint?.isWhole ?? false }
    return { decision, row: rowOf(task, decision, { ...made, ...about }) }
  }

  /** Passes over what a decision that runs beside this one has just brought into the index. */
  function find(text: string, top: number, skills: Warm['skills'], toward: Toward | undefined) {
    const hits = search.search(text, Math.max(top, LEAST_FOUND), toward).filter(({ id }) => skills.has(id))
    return hits.map(({ id, relevance }) => ({ skill: id, relevance }))
  }

  function rowOf(
    task: Task,
    { id, reason }: Decision,
    made: Deliberation & Pick<DecisionRow, 'kind' | 'version' | 'shown'>,
  ): DecisionRow {
    const { kind, version, shown, pick, propensity, weighed, rest, choice } = made
    return {
      id,
      at: clock.now().getTime(),
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

  return {
    route,
    refresh: () => {
      warm = undefined
      search.changed()
    },
  }
}

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
