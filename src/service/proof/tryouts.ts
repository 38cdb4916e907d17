import type { Sample, TaskSamples } from '../../domain/proof/sample.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import { createTrialRunner, type TrialLimits, type TrialRunnerParts } from './trial-runner.ts'

/** Tries of texts within the limits of one run. */
export interface Tryouts {
  /** Mean score of each task in order, a try that ran out of time left out (0 where all did); undefined: a limit was reached. */
  scores(text: string, tasks: readonly ProofTask[]): Promise<readonly number[] | undefined>
  /** Samples by task; undefined: a limit was reached. */
  samples(text: string, tasks: readonly ProofTask[]): Promise<ReadonlyMap<string, readonly Sample[]> | undefined>
  /** Samples of several texts, tried in random order; undefined: a limit was reached. */
  compare(
    texts: Readonly<Record<string, string | undefined>>,
    tasks: readonly ProofTask[],
  ): Promise<ReadonlyMap<string, readonly TaskSamples[]> | undefined>
  /** Tries made so far. */
  readonly tries: number
}

export function createTryouts(
  parts: TrialRunnerParts,
  { lineage, repeats, seed, limits }: { lineage: string; repeats: number; seed: number; limits: TrialLimits },
): Tryouts {
  const runner = createTrialRunner(parts)
  let tries = 0

  const compare: Tryouts['compare'] = async (texts, tasks) => {
    const arms = Object.entries(texts).map(([name, text]) => ({ name, text }))
    const left = limits.tries === undefined ? {} : { tries: limits.tries - tries }
    const done = await runner.run({ lineage, arms, tasks, repeats, seed }, { ...limits, ...left })
    tries += done.tries
    return done.left > 0 ? undefined : done.arms
  }

  const samples: Tryouts['samples'] = async (text, tasks) => {
    const arms = await compare({ text }, tasks)
    return arms && new Map((arms.get('text') ?? []).map((one) => [one.task, one.samples]))
  }

  return {
    compare,
    samples,
    async scores(text, tasks) {
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
