import { seededRandom } from '../../domain/bandit.ts'
import type { Random } from '../../domain/beta.ts'
import { bodyDigest } from '../../domain/measurement.ts'
import type { Sample, TaskSamples } from '../../domain/proof/sample.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import type { Core } from '../core.ts'
import type { Scorer } from './scorer.ts'

/** A text that is tried; undefined: none. Arms with the same text share their tries. */
export interface TrialArm {
  readonly name: string
  readonly text: string | undefined
}

export interface TrialPlan {
  readonly lineage: string
  readonly arms: readonly TrialArm[]
  readonly tasks: readonly ProofTask[]
  readonly repeats: number
  /** The order of the tries follows from it. */
  readonly seed: number
}

export interface TrialLimits {
  /** Stops the try that is running; what was tried before it counts. */
  readonly signal: AbortSignal
  /** Tries of this run at most. */
  readonly tries?: number | undefined
  /** Called after each try. */
  readonly progress?: (done: number, of: number) => void
}

export interface Tried {
  /** By the name of the arm; a task without any try is left out. */
  readonly arms: ReadonlyMap<string, readonly TaskSamples[]>
  /** Tries of this run, and those that were known from an earlier one. */
  readonly tries: number
  readonly known: number
  /** Tries that a limit kept from being made. */
  readonly left: number
}

/**
 * Tries every arm on every task, in random order, so that what changes over time meets all arms alike. Each try is kept, so that a
 * run that was ended goes on where it was.
 */
export function createTrialRunner({ store, scorer, clock }: TrialRunnerParts) {
  return {
    async run({ lineage, arms, tasks, repeats, seed }: TrialPlan, limits: TrialLimits): Promise<Tried> {
      const kept = new Map((await store.samples(lineage)).map(({ sample, ...key }) => [keyOf(key), sample]))
      const planned = new Map<string, { key: Key; arm: TrialArm; task: ProofTask }>()
      for (const arm of arms)
        for (const task of tasks)
          for (let repeat = 0; repeat < repeats; repeat++) {
            const key = { text: digestOf(arm.text), task: task.id, repeat }
            planned.set(keyOf(key), { key, arm, task })
          }
      const due = shuffled(
        [...planned.values()].filter(({ key }) => !kept.has(keyOf(key))),
        seededRandom(seed),
      )
      const known = planned.size - due.length
      let tries = 0
      for (const { key, arm, task } of due) {
        if (isOver(tries, limits)) break
        const sample = await unlessStopped(scorer.try(arm.text, task, key.repeat, limits.signal), limits.signal)
        if (sample === undefined) break
        await store.keepSample({ lineage, ...key, sample, at: clock.now().getTime() })
        kept.set(keyOf(key), sample)
        tries++
        limits.progress?.(tries, due.length)
      }
      const samplesOf = (arm: TrialArm) => tasks.flatMap((task) => taskSamples(kept, arm, task, repeats))
      return { arms: new Map(arms.map((arm) => [arm.name, samplesOf(arm)])), tries, known, left: due.length - tries }
    },
  }

  function isOver(tries: number, { signal, tries: most }: TrialLimits): boolean {
    return signal.aborted || (most !== undefined && tries >= most)
  }
}

/** Undefined where the try was stopped in the middle: it counts for nothing. */
async function unlessStopped(sample: Promise<Sample>, signal: AbortSignal): Promise<Sample | undefined> {
  try {
    return await sample
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

export interface TrialRunnerParts extends Core<'store' | 'clock'> {
  readonly scorer: Scorer
}

interface Key {
  readonly text: string
  readonly task: string
  readonly repeat: number
}

const keyOf = ({ text, task, repeat }: Key): string => JSON.stringify([text, task, repeat])

/** '' for no text. */
const digestOf = (text: string | undefined): string => (text === undefined ? '' : bodyDigest(text))

function taskSamples(
  kept: ReadonlyMap<string, Sample>,
  { text }: TrialArm,
  { id, family }: ProofTask,
  repeats: number,
): readonly TaskSamples[] {
  const samples = Array.from({ length: repeats }, (_, repeat) =>
    kept.get(keyOf({ text: digestOf(text), task: id, repeat })),
  ).filter((one) => one !== undefined)
  return samples.length === 0 ? [] : [{ task: id, family, samples }]
}

/** Fisher and Yates. */
function shuffled<T>(given: readonly T[], random: Random): readonly T[] {
  const list = [...given]
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const one = list[at] as T
    list[at] = list[other] as T
    list[other] = one
  }
  return list
}

export type Tryouts = ReturnType<typeof createTryouts>

/** Tries of texts within the limits of one run. */
export function createTryouts(
  parts: TrialRunnerParts,
  { lineage, repeats, seed, limits }: { lineage: string; repeats: number; seed: number; limits: TrialLimits },
) {
  const runner = createTrialRunner(parts)
  let tries = 0

  /** Samples of several texts, tried in random order; undefined: a limit was reached. */
  async function compare(texts: Readonly<Record<string, string | undefined>>, tasks: readonly ProofTask[]) {
    const arms = Object.entries(texts).map(([name, text]) => ({ name, text }))
    const left = limits.tries === undefined ? {} : { tries: limits.tries - tries }
    const done = await runner.run({ lineage, arms, tasks, repeats, seed }, { ...limits, ...left })
    tries += done.tries
    return done.left > 0 ? undefined : done.arms
  }

  /** Samples by task; undefined: a limit was reached. */
  async function samples(text: string, tasks: readonly ProofTask[]) {
    const arms = await compare({ text }, tasks)
    return arms && new Map((arms.get('text') ?? []).map((one) => [one.task, one.samples]))
  }

  return {
    compare,
    samples,
    /** Mean score of each task in order, a try that ran out of time left out (0 where all did); undefined: a limit was reached. */
    async scores(text: string, tasks: readonly ProofTask[]): Promise<readonly number[] | undefined> {
      const found = await samples(text, tasks)
      return found && tasks.map(({ id }) => scoreOf(found.get(id) ?? []))
    },
    get tries() {
      return tries
    },
  }
}

function scoreOf(samples: readonly Sample[]): number {
  const inTime = samples.filter(({ timedOut }) => !timedOut)
  return inTime.length === 0 ? 0 : inTime.reduce((sum, { score }) => sum + score, 0) / inTime.length
}
