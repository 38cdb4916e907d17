import { fingerprint } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { armLine, type BenchReport } from '../../domain/proof/bench-report.ts'
import { byContent, familyCount, runOf } from '../../domain/proof/history-tasks.ts'
import { runText } from '../../domain/proof/run-text.ts'
import { type Detectable, smallestEffect } from '../../domain/proof/smallest-effect.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import { judge, LEAST_FAMILIES } from '../../domain/proof/worth.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { type CommitBefore, type HeldOut, type HeldOutParts, heldOutTasks, withCommits } from './held-out-tasks.ts'
import type { Measurer } from './measurer.ts'
import type { AskedScorer, Scorer } from './scorer.ts'
import { createTrialRunner, type TrialArm, type TrialLimits } from './trial-runner.ts'

/** Measures what a skill is worth, on tasks that it was not made from. */
export interface SkillBench {
  /**
   * Successful turns of the skill's task that a version of it was not made from, with what they did, the earliest first; `after`:
   * only later ones. Throws `no_such_skill`.
   */
  benchTasks(skill: string, after?: Date): Promise<HeldOut>
  /**
   * Compares the skill with no skill and with a run as it was, in pairs by task, and records a gain as a measured score. A run that
   * was ended goes on with the same arguments. Throws `no_such_skill`, `bad_file` without tasks, and what the scorer throws.
   */
  bench(asked: BenchAsked, limits: BenchLimits): Promise<BenchReport>
}

export interface BenchAsked {
  readonly skill: string
  /** Default: those of `benchTasks`. Given ones try the skill as it is. */
  readonly tasks?: readonly ProofTask[]
  /** Default: `replay`. */
  readonly scorer?: AskedScorer
  readonly repeats: number
  readonly dryRun?: boolean
  /** Ask the configured model once to write a skill from the run, and compare with that, too. */
  readonly rewrite?: boolean
}

export interface BenchLimits extends TrialLimits {
  /** Called before anything is tried. */
  readonly announce?: (tries: number, detectable: Detectable) => void
}

export interface SkillBenchParts extends HeldOutParts, Core<'store' | 'catalogue' | 'clock'> {
  readonly measurer: Measurer
  /** What a model writes from one run alone. Throws `bad_option` without a model, and `unavailable` while it waits. */
  readonly rewrite: (turn: TurnTrajectory, skill: string) => Promise<string>
  readonly commitBefore: CommitBefore
  /** Opens the scorer for texts of a skill on these tasks. */
  readonly scorer: (
    asked: AskedScorer,
    skill: Pick<SkillRecord, 'name' | 'description'>,
    tasks: readonly ProofTask[],
  ) => Promise<Scorer>
}

export function createSkillBench(parts: SkillBenchParts): SkillBench {
  const { store, catalogue, measurer, clock, commitBefore } = parts

  const find = async (reference: string): Promise<SkillRecord> => findSkill(await catalogue.all(), reference)

  return {
    async benchTasks(skill, after) {
      const held = await heldOutTasks(parts, await find(skill), after)
      return { ...held, tasks: await withCommits(held.tasks, commitBefore) }
    },
    async bench(
      { skill: reference, tasks: given, scorer: asked = { name: 'replay' }, repeats, dryRun = false, rewrite = false },
      limits,
    ) {
      const skill = await find(reference)
      const tried = given === undefined ? await heldOutTasks(parts, skill) : await asItIs(skill, given)
      const { version, body } = tried
      const tasks =
        asked.name === 'replay'
          ? byContent(tried.tasks, 'run')
          : byContent(await withCommits(tried.tasks, commitBefore), 'request')
      if (tasks.length === 0) throw noTasks(skill.name)
      if (asked.name === 'agent') insistTriable(tasks, given !== undefined)
      const scorer = await parts.scorer(asked, skill, tasks)
      const source = tried.evidence.findLast((turn) => runOf(turn).length > 0)
      const run = source && runOf(source)
      const rewritten = rewrite && source !== undefined ? await parts.rewrite(source, skill.name) : undefined
      const arms = armsOf({ skill: body, trajectory: run && runText(run), rewrite: rewritten })
      const detectable = { ...smallestEffect(familyCount(tasks), repeats), tasks: tasks.length }
      limits.announce?.(arms.length * tasks.length * repeats, detectable)
      const plan = { lineage: lineageOf(skill.name, scorer, tasks), arms, tasks, repeats, seed: SEED }
      const { arms: samples, ...counts } = await createTrialRunner({ store, scorer, clock }).run(plan, limits)
      const of = (name: string) => samples.get(name) ?? []
      // A replay of no text names nothing: it says nothing of what an agent does without a skill.
      const against = scorer.name === 'replay' && run !== undefined ? 'trajectory' : 'none'
      const judged = judge(of(against), of('skill'))
      const recorded = judged.worth === 'gain' && counts.left === 0 && !dryRun
      if (recorded)
        await measurer.addScore({
          ...{ skill: skill.name, score: judged.after, promptBody: body },
          metadata: {
            ...{ tasks: judged.tasks, families: judged.families, repeats, scorer: scorer.name, against, version },
            ...{ before: judged.before, gain: judged.gain, lower: judged.lower },
          },
        })
      return {
        ...{ skill: skill.name, version, isCurrent: version === skill.headVersion, scorer: scorer.name },
        ...{ tasks: tasks.length, detectable, against, judged, recorded, ...counts },
        lines: [
          armLine('none', of('none')),
          armLine('trajectory', of('trajectory'), run === undefined ? 'no run of it is known' : undefined),
          armLine('rewrite', of('rewrite'), rewritten === undefined ? 'no model is asked' : undefined),
          armLine('skill', of('skill')),
        ],
      }
    },
  }

  /** The skill with tasks that a person gave. */
  async function asItIs({ id, headVersion, body }: SkillRecord, tasks: readonly ProofTask[]): Promise<HeldOut> {
    const head = (await store.versions(id)).find(({ version }) => version === headVersion)
    const turns = await store.turns(head?.evidence ?? [])
    return { version: headVersion, body, tasks, evidence: turns.filter(({ outcome }) => outcome === 'success') }
  }
}

/** No text, and each of these that there is. */
const armsOf = (texts: Readonly<Record<string, string | undefined>>): readonly TrialArm[] => [
  { name: 'none', text: undefined },
  ...Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }])),
]

/** Any number: the order of the tries replays. */
const SEED = 19

/** The same skill, scorer and tasks; another text of the skill is another arm of them. */
const lineageOf = (skill: string, { name, setting }: Scorer, tasks: readonly ProofTask[]): string =>
  fingerprint(
    JSON.stringify([
      skill,
      name,
      ...(setting === undefined ? [] : [setting]),
      ...tasks.map((task) => JSON.stringify(task)).sort(),
    ]),
  )

/** An agent costs money: what it cannot be judged on is refused before the first try. Throws `bad_file`. */
function insistTriable(tasks: readonly ProofTask[], isGiven: boolean): void {
  const hint =
    'Write tasks into a file with "wayland-core bench tasks", add "repository", "commit" and "check", and name it behind the skill.'
  if (!isGiven)
    throw new WaylandError('bad_file', 'tasks from your history name no repository for an agent to work in', { hint })
  const families = familyCount(tasks)
  if (families < LEAST_FAMILIES) {
    const why = `${tasks.length} tasks in ${families} families by their content show nothing: ${LEAST_FAMILIES} families are the least`
    throw new WaylandError('bad_file', why, { hint: 'Add tasks that ask for something else.' })
  }
  const unchecked = tasks.find(({ check = '' }) => check.trim() === '')
  if (unchecked !== undefined)
    throw new WaylandError('bad_file', `task "${unchecked.id}" has no check, by which an agent is judged`, { hint })
}

const noTasks = (skill: string) =>
  new WaylandError(
    'bad_file',
    `there is no task to try "${skill}" on: no successful turn of it is known that it was not made from`,
    {
      hint: 'Tasks come with use. Or write them into a file: see "wayland-core bench run --help".',
    },
  )
