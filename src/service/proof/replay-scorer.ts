import { isPlanning } from '../../domain/draft/tools.ts'
import type { NamedStep } from '../../domain/proof/named-step.ts'
import { type Replayed, replay } from '../../domain/proof/replay.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import type { Scorer } from './scorer.ts'

/**
 * Scores a text by how well it foretells what a successful run of the task did, without a model. `tasks` are all that
 * are tried: a text may mention the tools of their runs in prose.
 */
export function openReplayScorer(tasks: readonly ProofTask[]): Scorer {
  const used = tasks.flatMap(({ run = [] }) => run.map(({ tool }) => tool))
  const tools = new Set(used.filter((tool) => !isPlanning(tool)))
  return {
    name: 'replay',
    setting: RULES,
    isFree: true,
    try: (text, task) => {
      const found = replay(text, task, tools)
      return Promise.resolve({
        ...{ score: found.score, timedOut: false, activated: null, toolCalls: null, tokens: { input: 0, output: 0 } },
        ...{ ms: 0, note: noteOf(found), added: [...found.added.map(nameOf), ...found.addedOptions] },
      })
    },
  }
}

const nameOf = ({ head, words }: NamedStep): string => [head, ...words].join(' ')

/** Counted up with every change of what a text scores: kept tries of other rules are not used. */
const RULES = 'rules 2'

const MOST_SHOWN = 5

/** `names 60 % of the run; missing: CALL get_user; added: RUN npm test`. */
function noteOf({ recall, precision, missing, added }: Replayed): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const list = (what: string, steps: readonly NamedStep[]) =>
    steps.length === 0
      ? ''
      : `; ${what}: ${steps
          .slice(0, MOST_SHOWN)
          .map(({ head }) => head)
          .join(', ')}${steps.length > MOST_SHOWN ? ` and ${steps.length - MOST_SHOWN} more` : ''}`
  return `names ${percent(recall)} of the run, ${percent(precision)} of what it names was done${list('missing', missing)}${list('added', added)}`
}
