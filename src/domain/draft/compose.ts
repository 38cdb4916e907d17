import { formatSkillMd } from '../skill-md.ts'
import { skillName } from '../skill-name.ts'
import type { TurnTrajectory } from '../turn.ts'
import { bodyOf } from './body.ts'
import { describe } from './description.ts'
import { evidenceMd } from './evidence-md.ts'
import { type Procedure, procedureOf } from './procedure.ts'
import { quote } from './quote.ts'
import { requestText } from './request-text.ts'
import { isFixed } from './step.ts'
import { hasOwnStep, stepSetOf } from './step-set.ts'
import { isThin } from './thin.ts'
import { isPreference } from './wish.ts'
import { describeWishes } from './wishes.ts'

/** The texts and files of a drafted skill, written by rules or by a model. Paths are relative to the skill's folder. */
export interface DraftText {
  readonly name: string
  readonly signature: string
  readonly description: string
  /** The distinct requests of the evidence, one line each. */
  readonly triggers: readonly string[]
  readonly body: string
  readonly skillMd: string
  /** All files of the skill, `SKILL.md` included, by path. */
  readonly files: ReadonlyMap<string, string>
}

/** A skill drafted from what runs have in common. */
export interface Draft extends DraftText {
  /** No step is fixed (`isFixed`): the draft has examples only. */
  readonly weak: boolean
  /** Tool calls were reported but the runs share no step or too little: not offered until further runs share more. */
  readonly watching: boolean
  /** All requests are wishes about how work is done and share no step of their own: the draft quotes them. */
  readonly preference: boolean
  /** The procedure, with the dropped steps and the reasons. */
  readonly procedure: Procedure
}

/** The file with the details of the evidence. */
export const EVIDENCE_FILE = 'references/evidence.md'

/** Composes the draft for a trigger. Deterministic, and independent of the order of the turns. */
export function composeDraft(trigger: {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}): Draft {
  const { signature } = trigger
  const turns = inOrderOfContent(trigger.trajectories)
  const name = skillName(signature)
  const procedure = procedureOf(turns)
  // Steps of any work, such as a test and a commit, do not count as steps of the wish.
  const preference = turns.every(({ userInput }) => isPreference(userInput)) && !hasOwnStep(stepSetOf(turns))
  const weak = !preference && !procedure.steps.some(isFixed)
  const triggers = [...new Set(turns.map(requestText).filter((text) => text !== ''))]
  const description = preference ? describeWishes(triggers) : describe(triggers, procedure)
  const body = bodyOf({ signature, turns, procedure, weak, preference, evidenceFile: EVIDENCE_FILE })
  const metadata = {
    source: 'wayland-core',
    signature: quote(signature),
    evidence: String(turns.length),
    ...(weak ? { weak: 'true' } : {}),
    ...(preference ? { kind: 'preference' } : {}),
  }
  const skillMd = formatSkillMd({ name, description, metadata, body })
  const files = new Map([
    [EVIDENCE_FILE, evidenceMd(name, procedure)],
    ['SKILL.md', skillMd],
  ])
  // Not if no calls were reported: such a host can give requests only.
  const watching =
    (weak || isThin(procedure)) && !preference && turns.some(({ toolCalls = [] }) => toolCalls.length > 0)
  return { name, signature, description, triggers, body, skillMd, files, weak, watching, preference, procedure }
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
