import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Composed, Composing } from './composing.ts'
import { draftStatus, type NoMore, saysNoMore } from './draft-decision.ts'
import { freshWith, GATHERS, type Gathered, latestWith, onlyGathers } from './gathering.ts'
import type { Splitter } from './splitter.ts'

/** What becomes of several streaks of a draft that is there. */
export interface Outcome {
  /** What each streak comes to. */
  readonly steps: readonly Step[]
  /** The version of the last one that gives one. */
  readonly made?: Composed
}

interface Step {
  /** Why it gives no version; undefined for one that does. */
  readonly known: NoMore | undefined
  /** The evidence after it. */
  readonly evidence: readonly string[]
  /** The turns that the skill counts with it. */
  readonly counts: readonly string[]
}

type Standing = Pick<SkillRecord, 'status' | 'triggers'> & { readonly files: SkillFiles }

/** A draft before the streaks. */
interface DraftThere {
  readonly head: SkillRecord
  readonly signature: string
  readonly files: SkillFiles
  readonly before: Gathered
}

/**
 * Goes through streaks of a draft as if each had come alone, so that what comes of them does not depend on how many came
 * together; stores nothing. `apart` where more is decided for one of them than whether it says more than those before.
 */
export async function oneByOne(
  { drawOf, splitter }: Pick<Composing, 'drawOf'> & { readonly splitter: Pick<Splitter, 'areTwo'> },
  streaks: readonly PendingTrigger[],
  { head, signature, files, before }: DraftThere,
): Promise<Outcome | 'apart'> {
  const steps: Step[] = []
  let made: Composed | undefined
  let gathered = before
  let standing: Standing = { triggers: head.triggers, status: head.status, files }
  for (const { turnIds } of streaks) {
    const latest = latestWith(gathered, turnIds)
    if (onlyGathers(gathered, turnIds, standing)) {
      steps.push({ known: GATHERS, evidence: latest, counts: [] })
      gathered = { ...gathered, latest }
      continue
    }
    const drawn = await drawOf(signature, latest)
    if (await splitter.areTwo(drawn.turns)) return 'apart'
    const { evidence } = drawn
    const fresh = freshWith(gathered, turnIds, evidence)
    gathered = { drafted: evidence, latest: evidence }
    const known = saysNoMore(drawn.draft, standing, standing.files)
    steps.push({ known, evidence, counts: known === undefined || known.isSame === true ? fresh : [] })
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
