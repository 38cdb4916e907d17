import { NOTICE } from '../domain/draft/body-ends.ts'
import { parseSkillMd } from '../domain/skill-md.ts'
import type { SkillFiles } from '../store/skill-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** The files of a draft after a person's review: without the lines that only a draft needs, `needs_review` false, all else as it was. */
export function reviewedFiles(files: ReadonlyMap<string, Uint8Array>): SkillFiles {
  const changed = new Map<string, string | Uint8Array>(files)
  changed.set('SKILL.md', withoutDraftLines(asText(files, 'SKILL.md')))
  if (files.has('manifest.json'))
    changed.set('manifest.json', asText(files, 'manifest.json').replace(/("needs_review":\s*)true/, '$1false'))
  return changed
}

/** Whether a text of SKILL.md has any of the lines that only a draft needs. */
export const hasDraftLines = (text: string): boolean =>
  text.includes(NOTICE) || /^(?:Signature: |Evidence: \d{1,6} consecutive )/m.test(text)

/** The notice, the signature and the evidence count stand together at the head of a draft's text; the manifest keeps both. */
export const withoutDraftLines = (text: string): string => text.replace(DRAFT_LINES, '$1')

const DRAFT_LINES = new RegExp(
  String.raw`(^|\n)${NOTICE}\r?\n\r?\n(?:Signature: [^\n]*\n)?(?:Evidence: \d+ [^\n]*\n)?(?:\r?\n)?`,
)

/** What a row says of its head, read from the files; what cannot be read stays as the row has it. */
export async function textOf(files: SkillFiles, row: SkillRecord): Promise<Pick<SkillRecord, 'description' | 'body'>> {
  try {
    const { description, body } = parseSkillMd(asText(files, 'SKILL.md'))
    return { description, body }
  } catch {
    return { description: row.description, body: row.body }
  }
}

const asText = (files: SkillFiles, path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8')
