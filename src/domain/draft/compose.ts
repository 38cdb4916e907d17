import { formatSkillMd } from '../skill-md-format.ts'
import { bodyOf } from './body.ts'
import { describe } from './description.ts'
import { evidenceMd } from './evidence-md.ts'
import { type DraftEvidence, type DraftOutline, outlineOf } from './outline.ts'
import { quote } from './quote.ts'

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
export interface Draft extends DraftText, DraftOutline {}

/** What a writer decides about a draft. */
export interface DraftWording {
  readonly description: string
  /** With the first and last lines of a draft (`body-ends.ts`), which say that no person has reviewed it. */
  readonly body: string
}

/** The file with the details of the evidence. */
export const EVIDENCE_FILE = 'references/evidence.md'

/** Composes the draft for a trigger by rules. Deterministic, and independent of the order of the turns. */
export function composeDraft(evidence: DraftEvidence): Draft {
  const outline = outlineOf(evidence)
  return worded(outline, wordingOf(outline))
}

/** The wording by rules: the steps that the runs share, or the requests. */
export function wordingOf(outline: DraftOutline): DraftWording {
  const description = describe(outline.triggers, outline.procedure)
  return { description, body: bodyOf({ ...outline, evidenceFile: EVIDENCE_FILE }) }
}

/** The draft of an outline in these words. Name, metadata and evidence file follow from the outline alone. */
export function worded(outline: DraftOutline, { description, body }: DraftWording): Draft {
  const { name, signature, turns, procedure, weak } = outline
  const metadata = {
    source: 'wayland-core',
    signature: quote(signature),
    evidence: String(turns.length),
    ...(weak ? { weak: 'true' } : {}),
  }
  const skillMd = formatSkillMd({ name, description, metadata, body })
  const files = new Map([
    [EVIDENCE_FILE, evidenceMd(name, procedure)],
    ['SKILL.md', skillMd],
  ])
  return { ...outline, description, body, skillMd, files }
}
