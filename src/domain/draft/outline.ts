import { skillName } from '../skill-name.ts'
import type { TurnTrajectory } from '../turn.ts'
import { madePrograms } from './made-programs.ts'
import { type Procedure, procedureOf } from './procedure.ts'
import { requestText } from './request-text.ts'
import { isFixed } from './step.ts'
import { isThin } from './thin.ts'

/** The input of a draft: successful turns, and the signature that names the skill. */
export interface DraftEvidence {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}

/** What the runs have in common, found by rules: name, steps and grade of the draft, the same for every writer. */
export interface DraftOutline {
  readonly name: string
  readonly signature: string
  /** The turns of the evidence, ordered by content. */
  readonly turns: readonly TurnTrajectory[]
  /** The distinct requests of the evidence, one line each. */
  readonly triggers: readonly string[]
  /** The procedure, with the dropped steps and the reasons. */
  readonly procedure: Procedure
  /** No step is fixed (`isFixed`): the draft has examples only. */
  readonly weak: boolean
  /** Tool calls were reported but the runs share no step or too little: not offered until further runs share more. */
  readonly watching: boolean
  /** Programs of its steps that the runs themselves created: what they do, no person has seen. */
  readonly made: readonly string[]
  /** Standing wishes that the requests voice; absent where none were asked for. */
  readonly rules?: readonly string[]
}

/** Outlines a draft. Deterministic, and independent of the order of the turns. */
export function outlineOf({ signature, trajectories }: DraftEvidence): DraftOutline {
  const turns = inOrderOfContent(trajectories)
  const procedure = procedureOf(turns)
  const weak = !procedure.steps.some(isFixed)
  const triggers = [...new Set(turns.map(requestText).filter((text) => text !== ''))]
  // Not if no calls were reported: such a host can give requests only.
  const watching = (weak || isThin(procedure)) && turns.some(({ toolCalls = [] }) => toolCalls.length > 0)
  const made = madePrograms(procedure.steps, turns)
  return { name: skillName(signature), signature, turns, triggers, procedure, weak, watching, made }
}

/** Turns sorted by content, the shortest request first, so that the draft does not depend on their time. */
function inOrderOfContent(turns: readonly TurnTrajectory[]): readonly TurnTrajectory[] {
  return turns
    .map((turn) => ({ turn, text: JSON.stringify([turn.userInput, turn.summary, turn.projectDir, turn.toolCalls]) }))
    .sort(
      (a, b) => a.turn.userInput.length - b.turn.userInput.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
    .map(({ turn }) => turn)
}
