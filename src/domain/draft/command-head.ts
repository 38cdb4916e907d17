/** Program and subcommand: `git log`, `npm run lint`, `pytest`, `python scripts/x.py`. */
export function headOf(argv: readonly string[]): string {
  const [first = '', ...rest] = argv
  if (RUNNERS.has(first)) {
    const start = rest.findIndex((word) => !word.startsWith('-'))
    return start < 0 ? first : headOf(rest.slice(start))
  }
  const program = /^python3?(\.\d+)?$/.test(first) ? 'python' : first
  const second = rest[0]
  if (second === undefined || PLAIN.has(program)) return program
  const pair = `${program} ${second}`
  // `npm run test` is `npm test`.
  if (/^(?:npm|pnpm|yarn|bun) run$/.test(pair) && /^(?:test|start)$/.test(rest[1] ?? '')) return `${program} ${rest[1]}`
  if (pair === 'npm t') return 'npm test'
  if (RUNNER_PAIRS.has(pair) && rest.length > 1) return headOf(rest.slice(rest[1] === '--' ? 2 : 1))
  if (pair === 'python -m' && rest[1] !== undefined) return headOf([rest[1], ...rest.slice(2)])
  if (DEEPER.has(pair) && rest[1] !== undefined && !rest[1].startsWith('-')) return `${pair} ${rest[1]}`
  if (/^(python|node|tsx|bun|ruby|perl|deno)$/.test(program) && /[./]/.test(second)) return pair
  return /^[a-z][\w:.-]*$/i.test(second) && !/[/.]/.test(second) ? pair : program
}

/** Programs that only run another one. */
const RUNNERS = new Set('npx bunx pnpx uvx sudo'.split(' '))
/** Pairs that only run another program: `uv run pytest` is `pytest`. */
const RUNNER_PAIRS = new Set([
  'uv run',
  'poetry run',
  'pipenv run',
  'bundle exec',
  'pnpm exec',
  'npm exec',
  'pnpm dlx',
  'mise exec',
])
/** Subcommands whose head includes the next word. */
const DEEPER = new Set(
  'npm run|pnpm run|yarn run|bun run|mise run|deno task|gh pr|gh issue|gh run|gh repo|gh release|docker compose|aws s3|git stash|git remote|git worktree|go mod|go tool|cargo xtask|task run|python -m|python3 -m'.split(
    '|',
  ),
)
/** Programs whose first word is a file or a text, never a subcommand. */
const PLAIN = new Set(
  'cp mv rm mkdir rmdir touch chmod chown ln kill pkill curl wget which open code diff cmp stat file du df ps'.split(
    ' ',
  ),
)
