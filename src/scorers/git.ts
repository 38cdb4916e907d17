import { WaylandError } from '../domain/errors.ts'
import { runChild } from '../platform/run-child.ts'

/**
 * What git prints, without the blanks at its end. No hook of the repository runs, and git never prompts. Throws
 * `unavailable` with the last line of its errors.
 */
export async function git(
  words: readonly string[],
  { folder, env, signal }: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<string> {
  const { how, code, output, errors } = await runChild({
    ...{ program: 'git', words: ['-c', 'core.hooksPath=/dev/null', ...words], folder, signal },
    ...{ env: { ...withoutGit(env), GIT_TERMINAL_PROMPT: '0' }, input: '', timeoutMs: TIMEOUT_MS },
    mostOutput: MOST_OUTPUT,
  })
  if (how === 'exit' && code === 0) return output.trimEnd()
  const why = how === 'not started' ? 'it is not installed' : (errors.trim().split('\n').at(-1) ?? '')
  throw new WaylandError('unavailable', `git ${words[0]} failed in ${folder}: ${why}`)
}

/** Within a hook of git these would point at the person's repository. */
export const withoutGit = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !PLACES.has(name)))

const PLACES = new Set(
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_OBJECT_DIRECTORY GIT_COMMON_DIR GIT_NAMESPACE'.split(' '),
)
const TIMEOUT_MS = 120_000
const MOST_OUTPUT = 2 ** 20
