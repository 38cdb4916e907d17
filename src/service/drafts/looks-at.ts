import { beyond, type Capability, inWords } from '../../domain/capabilities/capability.ts'
import { type DraftText, EVIDENCE_FILE } from '../../domain/draft/compose.ts'
import { needsReviewAfterEdit } from '../../domain/lifecycle.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { TurnLookups } from '../../store/ports/turn-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord, VerdictFinding } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'

/** Why bytes that were found in a folder wait for a person's look. */
export interface LooksAt {
  /** For what a draft that nobody looked at can do beyond its runs, and what is found in it, by the rules of today. */
  again(row: SkillRecord, files: SkillFiles, findings: readonly VerdictFinding[]): Promise<string | undefined>
  /** For what a person does not see in them; undefined where they need not wait. */
  unseen(files: SkillFiles): Promise<string | undefined>
  /** For what they can do that the head cannot: in a draft anything, in a person's own skill what they do not see. */
  growth(row: SkillRecord, files: SkillFiles): Promise<string | undefined>
}

export function looksAt(store: Pick<VersionStore, 'versions' | 'files'> & Pick<TurnLookups, 'turns'>): LooksAt {
  return {
    async again({ id, headVersion, origin, status, needsReview, altered }, files, findings) {
      if (status !== 'staged' || !needsReview || altered || !needsReviewAfterEdit(origin)) return undefined
      const head = (await store.versions(id)).find(({ version }) => version === headVersion)
      return await lookFor(textsOf(files), await store.turns(head?.evidence ?? []), findings)
    },
    unseen: async (files) => inSentence((await waiting()).unseenIn(files)),
    async growth({ id, headVersion, origin }, files) {
      const { unseenIn, abilitiesOf } = await waiting()
      const can = needsReviewAfterEdit(origin) ? abilitiesOf : unseenIn
      const head = (await store.versions(id)).find(({ version }) => version === headVersion)
      return inSentence(beyond(can(files), head === undefined ? [] : can(await store.files(head.id))))
    },
  }
}

/** Why a draft waits: a rule warns of it, or it can do more than its runs did inside their project. */
export async function lookFor(
  files: DraftText['files'],
  turns: readonly TurnTrajectory[],
  findings: readonly VerdictFinding[],
): Promise<string | undefined> {
  // The record of what each run did asks nothing of a model.
  const own = new Map([...files].filter(([path]) => path !== EVIDENCE_FILE))
  const more = (await waiting()).beyondItsRuns(own, turns)
  const reasons = [...(more.length === 0 ? [] : [`it ${inWords(more)}`]), ...findings.map(({ why }) => why)]
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ')
}

const textsOf = (files: SkillFiles): DraftText['files'] =>
  new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))

const inSentence = (can: readonly Capability[]): string | undefined =>
  can.length === 0 ? undefined : `it ${inWords(can)}`

/** Loaded on first use: the shell parser is most of the start of a short process. */
const waiting = builtOnce(async () => await import('../../domain/capabilities/waiting.ts'))
