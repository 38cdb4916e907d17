import { WaylandError } from '../../domain/errors.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { Core } from '../core.ts'

/** A person's new text of SKILL.md. */
export interface SkillEdit {
  readonly text: string
  /** Digest of the files that the person began from. */
  readonly digest: string
}

export interface SkillEditor {
  /**
   * Writes a person's text into a skill's SKILL.md; it is taken in as an edit of the folder is, as a version of the
   * person's. Returns the skill's id. Throws `bad_file` for text that is no SKILL.md, `conflict` where the files are not
   * those that the person began from, `refused` for a skill that is archived or revoked, and `not_ours`.
   */
  edit(reference: string, edit: SkillEdit): Promise<string>
}

/** A SKILL.md larger than this, in characters, is no text that a model is given. */
const MAX_TEXT = 1024 * 1024

export function createSkillEditor({ store, folder, catalogue }: Core<'store' | 'folder' | 'catalogue'>): SkillEditor {
  return {
    async edit(reference, { text, digest }) {
      if (text.length > MAX_TEXT)
        throw new WaylandError('bad_file', `the text has more than ${MAX_TEXT} characters`, {
          hint: 'Move details to files in "references" of the skill.',
        })
      parseSkillMd(text)
      return await store.folderLock(async () => {
        await catalogue.syncHeld()
        const row = findSkill(await catalogue.all(), reference)
        if (isWithdrawn(row))
          throw new WaylandError('refused', `"${row.name}" is ${row.status}, and its text is not changed`, {
            hint: 'Restore it first.',
          })
        const there = await folder.read(row.name)
        if (there === undefined || there.digest !== digest || row.digest !== digest)
          throw new WaylandError('conflict', `"${row.name}" was changed since you opened it: its files differ`, {
            hint: 'Compare your text with the one that is there now, and save again.',
          })
        const files = new Map([...there.files, ['SKILL.md', Buffer.from(text)]])
        const written = there.plain ? await folder.publish(row.name, files, (found) => found === digest) : 'foreign'
        if (written === 'foreign')
          throw new WaylandError(
            'not_ours',
            `${row.path} is a link, or was changed this moment, and is not written over`,
          )
        await catalogue.syncHeld()
        return row.id
      })
    },
  }
}
