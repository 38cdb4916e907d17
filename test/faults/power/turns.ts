import type { TurnInput } from 'wayland-core'

/** Turns of one task, of which a skill is drafted or gets a version, and a long one that no skill comes of. */
export const GROUP = 5

const TASKS: readonly (readonly [request: string, command: string])[] = [
  ['review the changes on the branch', 'git diff main...HEAD'],
  ['write the release notes for the package', 'git log --oneline v1..HEAD'],
  ['translate the manual page into French', 'pandoc manual.md -o manual.txt'],
  ['measure the startup time of the server', 'hyperfine "node server.js --once"'],
  ['compress the pictures in the gallery folder', 'mogrify -quality 80 gallery/*.jpg'],
]

/** The skill that is revoked after a turn. */
export const REVOKED = { after: 2 * GROUP - 1, skill: 'auto-package-release-write' }

/** The turn with this number; its prompt is `p<number>`. */
export function turnOf(n: number): TurnInput {
  const id = { sessionId: `s${n}`, promptId: `p${n}` }
  if (n % GROUP === GROUP - 1) {
    const input = { file_path: `book/${n}.md`, content: `page ${n} of the long book `.repeat(LONG / 24) }
    const toolCalls = [{ name: 'Write', input, ok: true }]
    return { ...id, userInput: 'copy the next chapter of the book', outcome: 'unknown', toolCalls }
  }
  const [userInput, command] = TASKS[Math.floor(n / GROUP) % TASKS.length]!
  const toolCalls = [
    { name: 'Bash', input: { command }, ok: true },
    { name: 'Read', input: { file_path: `src/file-${n}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
  ]
  return { ...id, userInput, outcome: 'success', toolCalls }
}

/** Bytes of a long turn: some 40 of them fill the log up to a checkpoint. */
const LONG = 400_000
