import { isDrafted } from '../../domain/skill.ts'
import type { StandingRule } from '../../store/ports/review-store.ts'
import { isWithdrawn } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import type { SkillEdit } from './skill-editor.ts'

/**
 * Takes a rule that a person dropped out of the drafts that wait for a review, as the person's edit. Returns the names of
 * the other drafted skills that say it: the person reviewed them with it, or their files were changed.
 */
export function ruleDropper(
  { folder, catalogue }: Core<'folder' | 'catalogue'>,
  edit: (name: string, edit: SkillEdit) => Promise<unknown>,
): (rule: StandingRule) => Promise<readonly string[]> {
  return async ({ text }) => {
    const { withoutRule } = await import('../../domain/draft/body.ts')
    await catalogue.sync()
    const still: string[] = []
    for (const row of await catalogue.all()) {
      const { name, body } = row
      if (!isDrafted(row.origin) || isWithdrawn(row) || withoutRule(body, text) === body) continue
      const there = row.status === 'staged' && !row.altered ? await folder.read(name) : undefined
      const whole = Buffer.from(there?.files.get('SKILL.md') ?? '').toString()
      if (there === undefined) still.push(name)
      else await edit(name, { text: withoutRule(whole, text), digest: there.digest })
    }
    return still
  }
}
