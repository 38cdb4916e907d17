import { isPlanning } from '../../domain/draft/tools.ts'
import { type Replayed, replay } from '../../domain/proof/replay.ts'
import type { Sample } from '../../domain/proof/sample.ts'
import type { NamedStep } from '../../domain/proof/steps-of-run.ts'
import type { ProofTask } from '../../domain/proof/task.ts'

/** Tries a skill's text on tasks. */
export interface Scorer {
  readonly name: 'replay' | 'agent' | 'command'
  /** What its scores depend on besides the text and the task, such as the agent; '' for nothing. */
  readonly setting?: string
  /** It starts no agent and asks no model. */
  readonly isFree: boolean
  /**
   * One try of a task with a text (a SKILL.md below its front matter), or with none. What goes wrong with the task is a sample with
   * score 0 and a note; throws where the scorer itself cannot work, and for an aborted signal.
   */
  try(text: string | undefined, task: ProofTask, repeat: number, signal: AbortSignal): Promise<Sample>
}

export type AskedScorer = { readonly name: 'replay' } | AskedProgram

/** A scorer that starts a program of the person. */
export type AskedProgram = (
  | {
      readonly name: 'command'
      /** A line for the shell. */
      readonly command: string
      readonly folder: string
    }
  | {
      readonly name: 'agent'
      /** Null: the first on this machine. */
      readonly agent: string | null
      /** Arguments for its program besides its usual ones. */
      readonly words: readonly string[]
    }
) & {
  /** Longest time of one try, in ms. */
  readonly timeoutMs: number
}

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
