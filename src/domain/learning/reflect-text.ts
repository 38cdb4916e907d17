import { runText } from '../proof/run-text.ts'
import type { ProofTask } from '../proof/task.ts'
import { asData } from './as-data.ts'

/** A task on which a text did not do well. */
export interface Failure {
  readonly task: ProofTask
  /** 0 to 1. */
  readonly score: number
  /** What the scorer said of it. */
  readonly note: string
}

/** The input of the question for edits. */
export function reflectText(given: {
  readonly skill: string
  readonly body: string
  readonly failures: readonly Failure[]
  /** Edits that were tried and made nothing better, with the reason. */
  readonly refused: readonly { readonly text: string; readonly why: string }[]
}): string {
  const tasks = given.failures.map(({ task, score, note }) =>
    [
      `<task score="${score.toFixed(2)}">`,
      `asked: ${asData(task.prompt.slice(0, MAX_PROMPT))}`,
      ...(note === '' ? [] : [`result: ${asData(note.slice(0, MAX_NOTE))}`]),
      ...(task.run === undefined ? [] : ['a successful run:', asData(runText(task.run).slice(0, MAX_RUN))]),
      '</task>',
    ].join('\n'),
  )
  const refused = given.refused
    .slice(-MAX_REFUSED)
    .map(({ text, why }) => `- ${asData(text.slice(0, MAX_EDIT))} (${why})`)
  return [
    `<skill name="${given.skill}">\n${asData(given.body)}\n</skill>`,
    ...tasks,
    ...(refused.length === 0 ? [] : [`<failed-edits>\n${refused.join('\n')}\n</failed-edits>`]),
  ].join('\n\n')
}

/** The input of the question for a skill from one run. */
export const oneShotText = ({ prompt, run = [] }: ProofTask): string =>
  `<run>\nasked: ${asData(prompt.slice(0, MAX_PROMPT))}\n${asData(runText(run).slice(0, MAX_RUN))}\n</run>`

/** Characters. */
const MAX_PROMPT = 1_000
const MAX_NOTE = 600
const MAX_RUN = 3_000
const MAX_EDIT = 300
const MAX_REFUSED = 12
