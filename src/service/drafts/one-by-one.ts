import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Composed, Composing } from './composing.ts'
import { draftStatus, type NoMore, saysNoMore } from './draft-decision.ts'
import type { Splitter } from './splitter.ts'

/** What becomes of several streaks of a draft that is there. */
export interface Outcome {
  /** For each streak why it gives no version, undefined for one that does, and the evidence after it. */
  readonly steps: readonly { readonly known: NoMore | undefined; readonly evidence: readonly string[] }[]
  /** The version of the last one that gives one. */
  readonly made?: Composed
}

type Standing = Pick<SkillRecord, 'status' | 'triggers'> & { readonly files: SkillFiles }

/** A draft before the streaks. */
interface DraftThere {
  readonly head: SkillRecord
  readonly signature: string
  readonly files: SkillFiles
  /** The evidence. */
  readonly before: readonly string[]
}

/**
 * Goes through streaks of a draft as if each had come alone, so that what comes of them does not depend on how many came
 * together; stores nothing. `apart` where more is decided for one of them than whether it says more than those before.
 */
export async function oneByOne(
  { drawAfter, splitter }: Pick<Composing, 'drawAfter'> & { readonly splitter: Pick<Splitter, 'areTwo'> },
  streaks: readonly PendingTrigger[],
  { head, signature, files, before }: DraftThere,
): Promise<Outcome | 'apart'> {
  const steps: Outcome['steps'][number][] = []
  let made: Composed | undefined
  let evidence = before
  let standing: Standing = { triggers: head.triggers, status: head.status, files }
  for (const { turnIds } of streaks) {
    const drawn = await drawAfter(signature, evidence, turnIds)
    if (await splitter.areTwo(drawn.turns)) return 'apart'
    evidence = drawn.evidence
    const known = saysNoMore(drawn.draft, standing, standing.files)
    steps.push({ known, evidence })
    if (known !== undefined) continue
    made = await drawn.vetted()
    const { draft, quarantine, refusal } = made
    if ((refusal ?? quarantine) !== undefined) return 'apart'
    const { status } = draftStatus(draft, undefined, evidence.length, undefined)
    standing = { status, triggers: draft.triggers, files: inBytes(draft.files) }
  }
  return { steps, ...(made && { made }) }
}

const inBytes = (files: ReadonlyMap<string, string>): SkillFiles =>
  new Map([...files].map(([path, text]) => [path, Buffer.from(text)]))
