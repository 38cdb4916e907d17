import { dirname, join } from 'node:path'
import type { Program } from './agent-settings.ts'
import { shellWord } from './shell-word.ts'

/**
 * The command line that an engine gives to a shell: paths with spaces and shell characters stay one word each. `hook.sh`
 * asks a running daemon, or starts Node without NODE_OPTIONS, by which a project could have it run code. Where Node or this
 * program is gone, it says nothing and ends well: the hook outlives what it calls. On Windows an agent may start cmd,
 * PowerShell or Git's sh, and no line for either is the same in all: there it is Node that is called.
 */
export function hookCommand({ node, main, platform, socket = '' }: Program, engine: string, event: string): string {
  const words = (...paths: readonly string[]) => paths.map((path) => shellWord(path, platform)).join(' ')
  if (platform === 'win32') return `${words(node, main)} hook ${engine} ${event}`
  return `sh ${words(join(dirname(main), 'hook.sh'), socket, node, main)} hook ${engine} ${event}${GUARD}`
}

/** Fish reads it, too. */
const GUARD = ' 2>/dev/null || true'

/** The words of that command for an engine that starts a program without a shell, and may add the payload as the last one. */
export const hookArguments = ({ node, main, platform, socket = '' }: Program, engine: string, event: string) => [
  ...(platform === 'win32' ? [] : ['sh', join(dirname(main), 'hook.sh'), socket]),
  ...[node, main, 'hook', engine, event],
]

/** Whether this or an earlier installation wrote a command line: it runs `cli/main.js hook <engine> <event>`. */
export function isOurCommand(command: string, engine: string): boolean {
  const bare = command.endsWith(GUARD) ? command.slice(0, -GUARD.length) : command
  return (
    /^(?:env -u NODE_OPTIONS |sh(?: "(?:[^"\\]|\\.)*"){2} )?(?:"(?:[^"\\]|\\.)+"|\S+) (?:"(?:[^"\\]|\\.)+"|\S+) hook (\S+) \w+$/s.exec(
      bare,
    )?.[1] === engine && /[\\/]cli[\\/]main\.c?js"? hook /.test(bare)
  )
}

/** Whether a list of arguments was written by this or an earlier installation. */
export function areOurArguments(words: unknown, engine: string): words is readonly string[] {
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return false
  const [, main = '', hook, of, event, more] = words[0] === 'sh' ? words.slice(3) : words
  return (
    /[\\/]cli[\\/]main\.c?js$/.test(main) &&
    hook === 'hook' &&
    of === engine &&
    event !== undefined &&
    more === undefined
  )
}
