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
import { isWish } from './wish.ts'
import { describeWishes } from './wishes.ts'

/** A draft as a value: what the skill says and the files that will hold it. Paths are relative to the skill's folder. */
export interface Draft {
  readonly name: string
  readonly signature: string
  readonly description: string
  /** The users' own words, one line each: what a later request may look like. */
  readonly triggers: readonly string[]
  readonly body: string
  readonly skillMd: string
  /** Every file of the skill, by its path in the skill's folder; `SKILL.md` is one of them. */
  readonly files: ReadonlyMap<string, string>
  /** No step says anything that holds in every run: the draft keeps to examples. */
  readonly weak: boolean
  /** Tool calls were reported and the runs share no step, or too little: it is not offered before further runs share more. */
  readonly watching: boolean
  /** The requests are all wishes about how work is done, and share no step of their own: the draft quotes them as such. */
  readonly preference: boolean
  /** What was kept, what was left out and why. */
  readonly procedure: Procedure
}

/** Where the depth behind SKILL.md lies. */
export const EVIDENCE_FILE = 'references/evidence.md'

/** Writes the draft of a trigger. The same evidence gives the same bytes, whatever the order of its turns. */
export function composeDraft(trigger: {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}): Draft {
  const { signature } = trigger
  const turns = inOrderOfContent(trigger.trajectories)
  const name = skillName(signature)
  const procedure = procedureOf(turns)
  // What any work brings along, such as a test and a commit, is no step that the wish is about.
  const preference = turns.every(({ userInput }) => isWish(userInput)) && !hasOwnStep(stepSetOf(turns))
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
  // A host that reports no calls can give requests only.
  const watching =
    (weak || isThin(procedure)) && !preference && turns.some(({ toolCalls = [] }) => toolCalls.length > 0)
  return { name, signature, description, triggers, body, skillMd, files, weak, watching, preference, procedure }
}

/** Turns sorted by what they say and did, so that nothing depends on when they came; the shortest request first. */
function inOrderOfContent(turns: readonly TurnTrajectory[]): readonly TurnTrajectory[] {
  return turns
    .map((turn) => ({ turn, text: JSON.stringify([turn.userInput, turn.summary, turn.projectDir, turn.toolCalls]) }))
    .sort(
      (a, b) => a.turn.userInput.length - b.turn.userInput.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
    .map(({ turn }) => turn)
}
