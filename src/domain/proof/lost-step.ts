import { agreement, replay } from './replay.ts'
import { stepsInText } from './steps-in-text.ts'
import { type NamedStep, stepsOfRun } from './steps-of-run.ts'
import type { ProofTask } from './task.ts'

/** A step of a successful run that an edited text loses, or undefined: `RUN npm test`. */
export interface LostStep {
  readonly step: string
  /** `forbidden`: the edited text says not to do it; `order`: it names all steps, and in another order. */
  readonly how: 'missing' | 'changed' | 'order' | 'forbidden'
}

/** What the edited body of a SKILL.md no longer tells of what these successful runs did and the body told before. */
export function lostStep(before: string, after: string, successes: readonly ProofTask[]): LostStep | undefined {
  for (const task of successes) {
    const lost = lostOf(before, after, task)
    if (lost !== undefined) return lost
  }
  return undefined
}

function lostOf(before: string, after: string, task: ProofTask): LostStep | undefined {
  const done = stepsOfRun(task.run ?? [])
  const [banned, bans] = [forbidden(before, task), forbidden(after, task)]
  const newly = done.find((_, i) => bans[i] === true && banned[i] !== true)
  if (newly !== undefined) return { step: words(newly), how: 'forbidden' }
  const kept = keptLines(before, after)
  // What is only added can be folded with the same command beside it, and takes nothing away.
  if (isSubsequence(before.split('\n'), after.split('\n'))) return undefined
  const had = told(before, task)
  const has = told(after, task).map((worth, i) => Math.max(worth, told(kept, task)[i] ?? 0))
  const at = done.findIndex((_, i) => has[i]! < had[i]! - ROUNDING)
  if (at >= 0) return { step: words(done[at]!), how: has[at] === 0 ? 'missing' : 'changed' }
  const [was, is] = [replay(before, task), replay(after, task)]
  if (is.recall >= was.recall - ROUNDING) return undefined
  const out = is.missing.find((step) => !was.missing.includes(step)) ?? done[0]
  return out === undefined ? undefined : { step: words(out), how: 'order' }
}

/** For each step of the run, how much of it the text tells, in any order. */
function told(text: string, task: ProofTask): readonly number[] {
  const named = stepsInText(text, toolsOf(task)).told
  return stepsOfRun(task.run ?? []).map((step) => Math.max(0, ...named.map((one) => agreement(one, step, task.prompt))))
}

function keptLines(text: string, other: string): string {
  const there = new Set(other.split('\n'))
  return text
    .split('\n')
    .filter((line) => there.has(line))
    .join('\n')
}

function isSubsequence(lines: readonly string[], of: readonly string[]): boolean {
  let at = 0
  for (const line of of) if (line === lines[at]) at++
  return at === lines.length
}

/** For each step of the run, whether the text says not to do it, whatever the case. */
function forbidden(text: string, task: ProofTask): readonly boolean[] {
  const always = text
    .split('\n')
    .filter((line) => !CONDITION.test(line))
    .join('\n')
  const those = stepsInText(always, toolsOf(task)).forbidden
  return stepsOfRun(task.run ?? []).map((step) => those.some((one) => agreement(one, step, task.prompt) > 0.5))
}

/** "Never run `migrate` before `generate`" forbids neither. */
const CONDITION = /\b(?:before|until|unless|without|if|when|after|while|except)\b/i

/** Sums of the same numbers in another order differ by less. */
const ROUNDING = 1e-9

const toolsOf = ({ run = [] }: ProofTask): ReadonlySet<string> => new Set(run.map(({ tool }) => tool))

const words = (step: NamedStep): string => [step.head, ...step.words].join(' ').slice(0, 120)
