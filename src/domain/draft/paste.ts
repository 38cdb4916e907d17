/** Whether a request is mostly pasted: longer than 700 characters, a terminal's line, or with three lines of program output. */
export function isPaste(text: string): boolean {
  if (text.length > MAX_TYPED || TERMINAL.test(text)) return true
  if (!text.includes('\n')) return false
  return text.split('\n').filter((line) => PRINTED.test(line)).length >= LOG_LINES
}

const MAX_TYPED = 700
const LOG_LINES = 3

/** `❯ npm test`, `ada@host:~/app$ npm test`, `(venv) ada@host app % ls`, `[ada@host app]$ ls`; a host may be redacted like an address. */
export const TERMINAL =
  /^\s{0,8}(?:❯ \S|(?:\([\w.-]{1,40}\) ?)?\[?(?:[\w.-]{1,64}@[\w.-]{1,64}|\[redacted:[a-z-]{1,40}\])[: ]\S{0,200}\s?[$#%](?:\s|$))/

/** Lines of program output: stack frames, file positions, log levels, timestamps, test results, diffs, prompts. */
export const PRINTED: RegExp = new RegExp(
  [
    /^\s*at .+[:(]\d+/,
    /^\s*File ".+", line \d+/,
    /^\s*[\w./\\-]+\.\w{1,5}:\d+/,
    /^\s*(?:\[?(?:error|warn(?:ing)?|info|debug|trace|fatal)\]?)\b[:\s]/i,
    /\b(?:Error|Exception|panic|Traceback)\b.{0,200}:/,
    /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
    /^\s*\[?\d\d:\d\d:\d\d/,
    /^\s*(?:--- |=== |\+\+\+ |@@ )/,
    /^\s*(?:not )?ok\s+(?:\d|\S+\t)/,
    /^\s*(?:FAIL|PASS|✓|✗|✕|×|●|⏺|⎿|└|├|│|>|\$|%|#|❯)\s/,
    /^[+-](?![\s-])\S/,
    TERMINAL,
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
)
