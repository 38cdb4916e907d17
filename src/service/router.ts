import type { SkillRouter } from '../domain/bandit.ts'
import type { Random } from '../domain/beta.ts'
import { type Candidate, type Decision, type DecisionReason, hintLine, type Task } from '../domain/decision.ts'
import { cut, quote } from '../domain/draft/quote.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import { parseOverride } from '../domain/override.ts'
import { SkillIndex } from '../domain/retrieval/skill-index.ts'
import type { Outcome } from '../domain/turn.ts'
import type { Settlement, SkillRecord, Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { hydrateRouter } from './hydration.ts'
import type { SkillMeaning } from './skill-meaning.ts'

export interface Router {
  /** Picks a skill for a task, or none, and logs the decision. A fault is a decision with reason `failed`. */
  route(task: Task, options?: { readonly top?: number }): Promise<Decision>
  /** Credits the outcome of a decision to its pick, once. */
  reward(decisionId: string, outcome: Outcome): Promise<Settlement>
  /** Takes note of an outcome that the store has credited already. */
  credited(skill: string, outcome: Outcome): void
  /** Forgets what was hydrated: the skills or the outcomes changed. */
  refresh(): void
}

export interface RouterParts {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly random: Random
  /** Least probability of being the right skill with which one is offered, 0 to 1. */
  readonly threshold: number
  readonly redact: (task: Task) => Task
  readonly tell: Tell
  /** What skills and requests mean; absent where words alone decide. */
  readonly meaning?: SkillMeaning | undefined
}

/** Thompson draws are made among this many retrieved skills at most. */
const MAX_DRAWN = 30
const DEFAULT_TOP = 5
/** Candidates less than half as likely as the best are not worth a draw. */
const FAR_BEHIND = 0.5
const MAX_HINT = 160

export function createRouter(parts: RouterParts): Router {
  const { store, catalogue, clock, random, threshold, redact, tell, meaning } = parts
  let warm:
    | {
        readonly arms: SkillRouter
        readonly index: SkillIndex
        readonly skills: Map<string, SkillRecord>
        readonly offered: readonly SkillRecord[]
      }
    | undefined

  async function ready() {
    // Another process may have revoked or promoted since, and a look by anyone gives a new list.
    const changed = await catalogue.refresh()
    const offered = catalogue.offered()
    if (warm !== undefined && !changed && warm.offered === offered) return warm
    const skills = new Map(offered.map((skill) => [skill.name, skill]))
    const index = new SkillIndex()
    for (const { name, description, triggers, body } of skills.values())
      index.add({ id: name, name, description, triggers, body })
    meaning?.keep(offered)
    warm = { arms: await hydrateRouter(store, offered, random), index, skills, offered }
    return warm
  }

  async function route(task: Task, { top = DEFAULT_TOP } = {}): Promise<Decision> {
    try {
      const decision = await decide(task, top)
      await log(task, decision)
      tell({ kind: 'decision', decision })
      return decision
    } catch (error) {
      const { message } = asWaylandError(error)
      tell({ kind: 'warning', what: 'no skill was offered', cause: error })
      return { id: clock.newId(), pick: null, reason: 'failed', candidates: [], error: message }
    }
  }

  async function decide(task: Task, top: number): Promise<Decision> {
    const { arms, index, skills } = await ready()
    const answer = (
      reason: DecisionReason,
      candidates: readonly Candidate[],
      picked?: { name: string; propensity: number },
    ): Decision => {
      const skill = picked === undefined ? undefined : skills.get(picked.name)
      const pick = skill === undefined || picked === undefined ? null : pickOf(skill, picked.propensity)
      return { id: clock.newId(), pick, reason, candidates }
    }
    const forced = parseOverride(task.text)
    if (forced !== null && skills.has(forced))
      return answer('forced', [{ skill: forced, relevance: 1, mean: arms.mean(forced) }], {
        name: forced,
        propensity: 1,
      })
    if (skills.size === 0) return answer('no_candidates', [])
    const hits = index.search(task.text, Math.max(top, MAX_DRAWN), await meaning?.toward(task.text))
    const candidates = hits.map(({ id, relevance }) => ({ skill: id, relevance, mean: arms.mean(id) }))
    const best = candidates[0]?.relevance ?? 0
    if (candidates.length === 0 || best < threshold) return answer('below_threshold', candidates.slice(0, top))
    const drawn = candidates
      .filter(({ relevance }) => relevance >= threshold && relevance >= best * FAR_BEHIND)
      .slice(0, MAX_DRAWN)
    const picked = arms.pick(drawn.map(({ skill }) => skill))
    return answer('picked', candidates.slice(0, Math.max(top, drawn.length)), picked)
  }

  async function log(asked: Task, decision: Decision): Promise<void> {
    const task = redact(asked)
    await store.addDecision({
      id: decision.id,
      at: clock.now().getTime(),
      task: task.text,
      engine: task.engine ?? null,
      sessionId: task.sessionId ?? null,
      promptId: task.promptId ?? null,
      projectDir: task.projectDir ?? null,
      pick: decision.pick?.skill ?? null,
      reason: decision.reason,
      propensity: decision.pick?.propensity ?? null,
      candidates: decision.candidates,
    })
  }

  return {
    route,
    async reward(decisionId, outcome) {
      const settled = await store.settle(decisionId, outcome, clock.now().getTime())
      if (settled.status === 'credited' && settled.skill !== undefined) warm?.arms.observe(settled.skill, outcome)
      return settled
    },
    credited: (skill, outcome) => warm?.arms.observe(skill, outcome),
    refresh: () => {
      warm = undefined
    },
  }
}

const pickOf = (skill: SkillRecord, propensity: number) => {
  const path = `${skill.path}/SKILL.md`
  return {
    skill: skill.name,
    path,
    hint: hintLine(skill.name, path, cut(quote(skill.description), MAX_HINT)),
    propensity,
  }
}
