import { WaylandError } from '../../domain/errors.ts'
import { ONE_SHOT } from '../../domain/learning/prompts/one-shot.ts'
import { oneShotText } from '../../domain/learning/reflect-text.ts'
import { bodyDigest } from '../../domain/measurement.ts'
import { armLine, type OptimiseReport, type SearchStep } from '../../domain/proof/bench-report.ts'
import { byContent, familyCount, historyTasks } from '../../domain/proof/history-tasks.ts'
import { runText } from '../../domain/proof/run-text.ts'
import { type Detectable, smallestEffect } from '../../domain/proof/smallest-effect.ts'
import { splitTasks, TEST_OPENED } from '../../domain/proof/split.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import { judge, LEAST_FAMILIES } from '../../domain/proof/worth.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import type { EditStager } from '../learning/edit-stager.ts'
import type { Asker } from '../learning/model-questions.ts'
import { type Evolved, evolutionLineage, evolve } from './evolution.ts'
import { type CommitBefore, type HeldOutParts, skillTurns, withCommits } from './held-out-tasks.ts'
import type { Measurer } from './measurer.ts'
import type { Scorer } from './scorer.ts'
import type { BenchAsked, SkillBenchParts } from './skill-bench.ts'
import type { TrialLimits } from './trial-runner.ts'
import { createTryouts, type Tryouts } from './trial-runner.ts'

/** Improves a skill, with proof. */
export interface Optimiser {
  /**
   * Searches edits of a skill on half of its tasks, and opens the other, sealed half once for the best: only a gain there becomes
   * a proposal, on which a person decides, with its measured score. Throws `no_such_skill`, `illegal_move` where a version waits, `bad_file` with too few tasks,
   * what the model throws, and what the scorer throws.
   */
  optimise(asked: OptimiseAsked, limits: OptimiseLimits): Promise<OptimiseReport>
}

export interface OptimiseAsked extends BenchAsked {
  /** Questions about failures at most. */
  readonly calls: number
  /** Tokens of new questions after which nothing more is asked; those of unknown cost count nothing. */
  readonly tokens?: number
}

export interface OptimiseLimits extends TrialLimits {
  /** Called before anything is asked or tried. */
  readonly announce?: (plan: {
    readonly calls: number
    readonly tries: number
    readonly detectable: Detectable
  }) => void
  readonly onStep?: (step: SearchStep, n: number) => void
}

export interface OptimiserParts extends HeldOutParts, Core<'store' | 'clock'> {
  readonly catalogue: Pick<Catalogue, 'all'>
  readonly measurer: Measurer
  readonly scorer: SkillBenchParts['scorer']
  readonly commitBefore: CommitBefore
  readonly newRun: (signal: AbortSignal) => Promise<Asker>
  readonly stageEdits: EditStager
}

export function createOptimiser(parts: OptimiserParts): Optimiser {
  const { store, catalogue, clock, newRun } = parts
  const conclude = concluding(parts)

  async function optimise(
    {
      skill: reference,
      tasks: given,
      scorer: asked = { name: 'replay' },
      repeats,
      calls,
      tokens = Number.POSITIVE_INFINITY,
      dryRun = false,
    }: OptimiseAsked,
    limits: OptimiseLimits,
  ): Promise<OptimiseReport> {
    const skill = findSkill(await catalogue.all(), reference)
    if (!dryRun && (await store.versions(skill.id)).some(({ state }) => state === 'proposed')) throw waits(skill.name)
    const own = given ?? historyTasks(await skillTurns(parts, skill))
    const tasks =
      asked.name === 'replay' ? byContent(own, 'run') : byContent(await withCommits(own, parts.commitBefore), 'request')
    const split = splitTasks(tasks, skill.name)
    const families = familyCount(split.test)
    if (families < LEAST_FAMILIES || split.train.length === 0 || split.choose.length === 0)
      throw tooFew(skill.name, families, tasks)
    const scorer = await parts.scorer(asked, skill, tasks)
    const detectable = { ...smallestEffect(families, repeats), tasks: split.test.length }
    const each = split.train.length + split.choose.length
    limits.announce?.({ calls: calls + 1, tries: repeats * ((calls + 1) * each + 5 * split.test.length), detectable })
    const asker = await newRun(limits.signal)
    const lineage = evolutionLineage(skill.name, scorer, tasks)
    const tryouts = createTryouts({ store, scorer, clock }, { lineage, repeats, seed: SEED, limits })
    const onStep = limits.onStep === undefined ? {} : { onStep: limits.onStep }
    const found = await evolve(
      { skill: skill.name, body: skill.body, split, calls, tokens, lineage, ...onStep },
      { asker, tryouts },
    )
    const ended = await conclude(skill, {
      found,
      split,
      lineage,
      tryouts,
      asker,
      scorer,
      repeats,
      dryRun,
      fromHistory: given === undefined,
    })
    return {
      ...{ skill: skill.name, version: skill.headVersion, scorer: scorer.name, detectable },
      ...{ split: { train: split.train.length, choose: split.choose.length, test: split.test.length } },
      ...{ steps: found.steps, base: found.base, chosen: found.chosen, lines: [], ...ended },
      ...(found.isBetter ? { body: found.best.body } : {}),
      ...{ calls: asker.calls, tokens: asker.tokens, tries: tryouts.tries },
    }
  }

  return { optimise }
}

function concluding({ store, measurer, clock, stageEdits }: OptimiserParts) {
  /** Opens the sealed tasks for the best text, and proposes it where it gains there. */
  async function conclude(skill: SkillRecord, run: Search): Promise<Ended> {
    const { found, split, lineage, tryouts, dryRun } = run
    if (found.ended !== 'done') return { result: found.ended }
    if (!found.isBetter) return { result: 'no_better' }
    const rewritten = await oneShot(run, split.train.at(-1), skill)
    if (rewritten === 'waiting') return { result: 'waiting' }
    const opening = `${lineage}: ${split.test.length} tasks, for ${bodyDigest(found.best.body).slice(0, 12)}`
    const line = ledgerLine({ at: clock.now(), move: TEST_OPENED, before: skill, reason: opening })
    const before = await store.openTest(lineage, line)
    if (before !== undefined && before.reason !== opening)
      return {
        result: 'opened_before',
        reason: `the sealed tasks were opened on ${new Date(before.at).toISOString().slice(0, 10)} for another text`,
      }
    const trajectory = split.train.findLast(({ run: steps = [] }) => steps.length > 0)?.run
    const tried = await tryouts.compare(
      {
        ...{ none: undefined, skill: skill.body, edited: found.best.body },
        ...(trajectory === undefined ? {} : { trajectory: runText(trajectory) }),
        ...(rewritten === undefined ? {} : { rewrite: rewritten }),
      },
      split.test,
    )
    if (tried === undefined) return { result: 'limit' }
    const of = (name: string) => tried.get(name) ?? []
    const judged = judge(of('skill'), of('edited'))
    const lines = [
      armLine('none', of('none')),
      armLine('trajectory', of('trajectory'), trajectory === undefined ? 'no run is known' : undefined),
      armLine('rewrite', of('rewrite'), rewritten === undefined ? 'no run is known' : undefined),
      armLine('skill', of('skill')),
      armLine('edited', of('edited')),
    ]
    if (judged.worth !== 'gain') return { result: 'not_shown', lines, judged }
    return {
      lines,
      judged,
      ...(dryRun ? { result: 'proposed', reason: 'nothing was written' } : await propose(skill, run, judged)),
    }
  }

  async function propose(
    skill: SkillRecord,
    { found, split, lineage, scorer, repeats, fromHistory }: Search,
    { after, before, gain, lower, tasks, families }: ReturnType<typeof judge>,
  ): Promise<Ended> {
    const points = Math.round(gain * 100)
    const staged = await stageEdits(skill.name, found.best.edits, {
      ...{ id: `optimise-${lineage}`, turnIds: fromHistory ? split.train.map(({ id }) => id) : [], grade: 'staged' },
      reason: `gains ${points} points on ${families} families of sealed tasks, by ${scorer.name}`,
      measured: bodyDigest(found.best.body),
    })
    if (staged.status === 'refused') return { result: 'refused', reason: `${staged.rule}: ${staged.reason}` }
    await measurer.addScore({
      ...{ skill: skill.name, score: after, promptBody: found.best.body },
      metadata: {
        ...{ tasks, families, repeats, scorer: scorer.name, against: 'skill' },
        ...{ before, gain, lower, lineage },
      },
    })
    return { result: 'proposed' }
  }

  /** What a model makes of one run alone; undefined without a run. */
  async function oneShot(
    { asker }: Search,
    task: ProofTask | undefined,
    { name }: SkillRecord,
  ): Promise<string | 'waiting' | undefined> {
    if (task?.run === undefined) return undefined
    const reply = await asker.complete(ONE_SHOT, { input: oneShotText(task), subject: name })
    return reply.status === 'waiting' ? 'waiting' : reply.value.body
  }

  return conclude
}

interface Search {
  readonly found: Evolved
  readonly split: ReturnType<typeof splitTasks<ProofTask>>
  readonly lineage: string
  readonly tryouts: Tryouts
  readonly asker: Asker
  readonly scorer: Scorer
  readonly repeats: number
  readonly dryRun: boolean
  /** Tasks are turns of the database. */
  readonly fromHistory: boolean
}

type Ended = Pick<OptimiseReport, 'result' | 'reason' | 'judged'> & Partial<Pick<OptimiseReport, 'lines'>>

/** Any number: the order of the tries replays. */
const SEED = 23

const waits = (skill: string) =>
  new WaylandError('illegal_move', `another version of "${skill}" waits for a person already`, {
    hint: `Look at it with "wayland-core show ${skill}", and accept or reject it first.`,
  })

const tooFew = (skill: string, families: number, tasks: readonly ProofTask[]) =>
  new WaylandError(
    'bad_file',
    `"${skill}" has too few tasks: of ${tasks.length} tasks in ${familyCount(tasks)} families (copies count once) ${families} families would be sealed, and ${LEAST_FAMILIES} are the least that show a gain`,
    { hint: 'Tasks come with use: about twice as many sessions are needed. Or name a file of tasks behind the skill.' },
  )
