/**
 * Whether a shell command line checks the work: runs tests, a linter, a type checker or a build. Reading, searching and
 * moving files is no check, even where a path says "test".
 */
export function checksWork(command: string): boolean {
  return stages(command).some(isCheckStage)
}

/**
 * Whether a pipe hides the exit status of the program that matters (`npm test | tail`): the status of the last pipe, or
 * of a pipe with a check in it, is that of a later stage, and neither `pipefail` nor PIPESTATUS is used.
 */
export function masksExit(command: string): boolean {
  if (/\bpipefail\b|\bPIPESTATUS\b/i.test(command)) return false
  const all = stages(command)
  return all.some((stage, i) => stage.piped && (i + 2 >= all.length || isCheckStage(stage)))
}

/** Whether exit status 1 of this command line is a result ("not found", "differs") and not a failure. */
export function answersByExit(command: string): boolean {
  const last = stages(command).at(-1)
  return last !== undefined && ANSWERS.has(last.program)
}

/** One program call of a command line. `piped`: its output goes into the next stage. */
interface Stage {
  readonly program: string
  readonly text: string
  readonly piped: boolean
}

const CHECK =
  /(?:^|[\s:/._-])(?:tests?|spec|lint|clippy|vet|tsc|type-?check|check|build|compile|pytest|jest|vitest|mocha|rspec|tox|ruff|eslint|biome|mypy|golangci-lint)(?=$|[\s:/._-])/i
/** Programs that read, move, print or fetch: their arguments do not make a call a check. */
const HANDLERS: ReadonlySet<string> = new Set(
  'awk cat cd chmod cp curl cut diff echo export find gh git grep head jq kill less ls mkdir mv printf pwd rg rm rmdir sed sleep sort stat tail tee touch tr tree uniq wc wget which xargs'.split(
    ' ',
  ),
)
const ANSWERS: ReadonlySet<string> = new Set('grep egrep fgrep rg diff cmp test [ [[ which pgrep command'.split(' '))
/** Words that may precede the program: environment, time keeping, runners. */
const PREFIX = /^(?:[A-Za-z_]\w*=\S*|sudo|time|env|nice|command|exec|!|then|do|\()$/

const isCheckStage = ({ program, text }: Stage): boolean =>
  !HANDLERS.has(program) && !ANSWERS.has(program) && CHECK.test(ownWords(text))

/**
 * The words of a stage that say what it does: up to the program's first argument all, then those that are neither paths
 * nor quoted texts. `bd create "add a test"` and `rtk git add src/test` are no tests.
 */
function ownWords(text: string): string {
  const words = text.replace(/"[^"]*"|'[^']*'/g, (quoted) => (quoted.includes(' ') ? ' ' : quoted)).split(/\s+/)
  const program = words.findIndex((word) => !PREFIX.test(word))
  return words.filter((word, i) => i <= program + 1 || !/[/.]/.test(word)).join(' ')
}

/** Longest command line that is analysed, in characters. */
const MAX_COMMAND = 20_000

function stages(command: string): readonly Stage[] {
  const found: Stage[] = []
  let start = 0
  const text = withoutHeredocs(unwrapped(command.slice(0, MAX_COMMAND)))
  const close = (end: number, piped: boolean) => {
    const words = text.slice(start, end).trim()
    if (words !== '') found.push({ program: programOf(words), text: words, piped })
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === '\\') i++
    else if (char === "'" || char === '"') i = quoteEnd(text, i)
    else if (char === '|' || char === ';' || char === '\n' || (char === '&' && text[i + 1] === '&')) {
      const double = text[i + 1] === char
      close(i, char === '|' && !double)
      if (double || (char === '|' && text[i + 1] === '&')) i++
      start = i + 1
    }
  }
  close(text.length, false)
  return found
}

function programOf(words: string): string {
  const program = words.split(/\s+/, 20).find((word) => !PREFIX.test(word)) ?? ''
  return program.slice(program.lastIndexOf('/') + 1)
}

function quoteEnd(text: string, start: number): number {
  const quote = text[start]!
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i++
    else if (text[i] === quote) return i
  }
  return text.length
}

/** The command line that `bash -lc "…"` is given. */
function unwrapped(command: string): string {
  const shell = /^\s*(?:\S*\/)?(?:ba|z|da)?sh\s+-l?i?c\s+/.exec(command)
  if (shell === null) return command
  const inner = command.slice(shell[0].length).trim()
  const quote = inner[0]
  return (quote === "'" || quote === '"') && inner.endsWith(quote) ? inner.slice(1, -1) : inner
}

/** The bodies of here-documents are data, not commands. */
function withoutHeredocs(command: string): string {
  let text = command
  for (let round = 0; round < 8; round++) {
    const mark = /<<-?\s*(['"]?)([A-Za-z_]\w*)\1/.exec(text)
    if (mark === null) return text
    const body = text.indexOf('\n', mark.index)
    const head = text.slice(0, mark.index)
    if (body < 0) return head + text.slice(mark.index + mark[0].length)
    const rest = text.slice(mark.index + mark[0].length, body)
    const end = text.slice(body).search(new RegExp(`\\n[ \\t]*${mark[2]}[ \\t]*(?:\\n|$|\\))`))
    text = head + rest + (end < 0 ? '' : text.slice(body + end + 1).replace(/^\s*\w+/, ''))
  }
  return text
}
