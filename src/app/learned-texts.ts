import { dirname } from 'node:path'
import { redactText } from '../domain/redact.ts'
import { listProjectFolder, readProjectFile } from '../platform/project-files.ts'

// What a model is shown of a project or a document.

/** Text that agents read in every session of a project (AGENTS.md and the like): no skill needs to repeat it. */
export async function projectNotes(projectDir: string | undefined): Promise<string> {
  if (projectDir === undefined) return ''
  const texts = await Promise.all(
    ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md'].map(async (name) => {
      const seen = await readProjectFile(projectDir, name)
      return 'text' in seen ? redactText(seen.text).text : ''
    }),
  )
  return texts.filter((text) => text !== '').join('\n\n')
}

/** A file or a folder of a project, redacted. */
export async function lookInto(projectDir: string, tool: 'read_file' | 'list', path: string): Promise<string> {
  const seen = await (tool === 'list' ? listProjectFolder : readProjectFile)(projectDir, path)
  return 'text' in seen ? redactText(seen.text).text : `[not shown: ${seen.refused}]`
}

/** Reads a document; its readers are loaded on first use. */
export async function readGiven(path: string) {
  const { readDocument } = await import('../documents/read-document.ts')
  return { ...(await readDocument(path)), folder: dirname(path) }
}
