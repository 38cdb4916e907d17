import { beyond, type Capability, inWords } from '../../domain/capabilities/capability.ts'
import { needsReviewAfterEdit } from '../../domain/lifecycle.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'

/** Why bytes that were found in a folder wait for a person's look. */
export interface LooksAt {
  /** For what a person does not see in them; undefined where they need not wait. */
  unseen(files: SkillFiles): Promise<string | undefined>
  /** For what they can do that the head cannot: in a draft anything, in a person's own skill what they do not see. */
  growth(row: SkillRecord, files: SkillFiles): Promise<string | undefined>
}

export function looksAt(store: Pick<VersionStore, 'versions' | 'files'>): LooksAt {
  return {
    unseen: async (files) => inSentence((await waiting()).unseenIn(files)),
    async growth({ id, headVersion, origin }, files) {
      const { unseenIn, abilitiesOf } = await waiting()
      const can = needsReviewAfterEdit(origin) ? abilitiesOf : unseenIn
      const head = (await store.versions(id)).find(({ version }) => version === headVersion)
      return inSentence(beyond(can(files), head === undefined ? [] : can(await store.files(head.id))))
    },
  }
}

const inSentence = (can: readonly Capability[]): string | undefined =>
  can.length === 0 ? undefined : `it ${inWords(can)}`

/** Loaded on first use: the shell parser is most of the start of a short process. */
const waiting = builtOnce(async () => await import('../../domain/capabilities/waiting.ts'))
