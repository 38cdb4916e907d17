import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { ToolCall } from '../../src/domain/turn.ts'
import type { ModelQuestion } from '../../src/model/language-model.ts'
import type { Home } from './home.ts'

/** Three requests for one task that share no word, each with the same steps. */
export const NOTES = [
  'proofread the announcement before it goes out',
  'find mistakes in what we tell customers about 2.4',
  'go over the wording of our release text once more',
] as const

/** Requests that have nothing to do with each other. */
export const OTHERS = [
  'rename the settings module to preferences',
  'why does the build take four minutes on windows',
  'upgrade the database driver to version nine',
  'print the elapsed time behind every migration',
  'let users choose their own time zone',
] as const

const STEPS: readonly ToolCall[] = [
  { name: 'Bash', input: { command: 'npx cspell docs/RELEASE.md' }, ok: true },
  { name: 'Bash', input: { command: 'npm run check:links' }, ok: true },
]

/** Records requests as successes, one session and one day each, in a project. */
export async function record(
  at: Home,
  loop: SkillLoop,
  texts: readonly string[],
  { projectDir = '/work/app', toolCalls = STEPS }: { projectDir?: string; toolCalls?: readonly ToolCall[] } = {},
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const userInput of texts) {
    at.now = new Date(at.now.getTime() + 86_400_000)
    const sessionId = `s-${at.now.getTime()}`
    const { turnId } = await loop.endOfRun({
      ...{ userInput, outcome: 'success', engine: 'codex', sessionId, promptId: 'p', projectDir, toolCalls },
      timestamp: at.now,
    })
    ids.push(turnId)
  }
  return ids
}

/** The ids by which a question names these requests. */
export const idsIn = ({ input }: ModelQuestion, texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => /^r[0-9a-f]{6}/m.exec(input.split('\n').find((line) => line.includes(text)) ?? '') ?? [])

/** An answer that names one task. */
export const oneTask = (
  question: ModelQuestion,
  texts: readonly string[],
  task = 'proofread the release text',
  name = '',
) => ({
  tasks: [{ task, name, requests: idsIn(question, texts), why: 'spelling and links are checked' }],
})
