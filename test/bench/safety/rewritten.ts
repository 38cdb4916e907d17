import type { Finding } from '../../../src/domain/safety.ts'
import { grouped } from '../bench-data.ts'
import { isStopped, type Sample, scanSkill } from './samples.ts'

/** How many samples of a family are stopped as they are, and when somebody has rewritten what gives them away. */
export interface Recall {
  readonly samples: number
  readonly asTheyAre: number
  /** Without the line of each sample's gravest finding, the first where several are. */
  readonly withoutLoudest: number
  /** Without every line of the one rule that is found in most samples of the family. */
  readonly withoutTrigger: number
  readonly trigger: string
}

/** Recall by family, and over all of them under `all`. */
export function recallWhenRewritten(samples: readonly Sample[]): Readonly<Record<string, Recall>> {
  const families = grouped(samples, ({ family }) => family)
  const recalls = [...families].map(([family, members]) => [family, recallOf(members)] as const)
  const sum = (key: 'samples' | 'asTheyAre' | 'withoutLoudest' | 'withoutTrigger') =>
    recalls.reduce((total, [, recall]) => total + recall[key], 0)
  const all: Recall = {
    samples: sum('samples'),
    asTheyAre: sum('asTheyAre'),
    withoutLoudest: sum('withoutLoudest'),
    withoutTrigger: sum('withoutTrigger'),
    trigger: '',
  }
  return { ...Object.fromEntries(recalls), all }
}

function recallOf(samples: readonly Sample[]): Recall {
  const trigger = commonest(samples)
  const count = (change: (text: string) => string) => samples.filter(({ text }) => isStopped(change(text))).length
  return {
    samples: samples.length,
    asTheyAre: count((text) => text),
    withoutLoudest: count((text) => withoutLines(text, scanSkill(text).toSorted(byGravity).slice(0, 1))),
    withoutTrigger: count((text) =>
      withoutLines(
        text,
        scanSkill(text).filter(({ rule }) => rule === trigger),
      ),
    ),
    trigger,
  }
}

/** The rule, of those that stop, that is found in most of the samples. */
function commonest(samples: readonly Sample[]): string {
  const rules = samples.flatMap(({ text }) => [
    ...new Set(
      scanSkill(text)
        .filter(({ severity }) => severity !== 'note')
        .map(({ rule }) => rule),
    ),
  ])
  return [...grouped(rules, (rule) => rule)].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? ''
}

const GRAVITY = ['block', 'warn', 'note']
const byGravity = (a: Finding, b: Finding): number =>
  GRAVITY.indexOf(a.severity) - GRAVITY.indexOf(b.severity) || a.line - b.line

function withoutLines(text: string, findings: readonly Finding[]): string {
  const gone = new Set(findings.map(({ line }) => line))
  return text
    .split('\n')
    .filter((_, i) => !gone.has(i + 1))
    .join('\n')
}
