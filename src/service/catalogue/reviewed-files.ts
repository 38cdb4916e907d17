import { NOTICES } from '../../domain/draft/body-ends.ts'
import { fieldsIn, parseSkillMd } from '../../domain/skill-md-format.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'

/** The files of a draft after a person's review: without the notice, and with `needs_review: false`. */
export function reviewedFiles(files: ReadonlyMap<string, Uint8Array>): SkillFiles {
  const changed = new Map<string, string | Uint8Array>(files)
  changed.set('SKILL.md', withoutDraftLines(asText(files, 'SKILL.md')))
  if (files.has('manifest.json'))
    changed.set('manifest.json', asText(files, 'manifest.json').replace(/("needs_review":\s*)true/, '$1false'))
  return changed
}

/** Whether a SKILL.md text holds any of the lines of a draft. */
export const hasDraftLines = (text: string): boolean =>
  NOTICES.some((notice) => text.includes(notice)) ||
  /^(?:Signature: |Evidence: \d{1,6} (?:consecutive )?successful turns)/m.test(text)

/** Notice, signature and evidence count are one block at the head of a draft; the manifest keeps the latter two. */
export const withoutDraftLines = (text: string): string => text.replace(DRAFT_LINES, '$1')

const DRAFT_LINES = new RegExp(
  String.raw`(^|\n)(?:${NOTICES.join('|')})\r?\n\r?\n(?:Signature: [^\n]*\n)?(?:Evidence: \d+ [^\n]*\n)?(?:\r?\n)?`,
)

/** What the row takes from the files: nothing from an unreadable SKILL.md. */
export function textOf(files: SkillFiles): Partial<ReturnType<typeof fieldsIn>> {
  try {
    return fieldsIn(parseSkillMd(asText(files, 'SKILL.md')))
  } catch {
    return {}
  }
}

const asText = (files: SkillFiles, path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8')
