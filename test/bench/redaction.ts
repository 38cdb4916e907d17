// What do redacting and scanning cost on the path of a turn? Beside a maintained rule set on the same texts.
import { redactText, redactTurn } from '../../src/domain/redact.ts'
import { scanText, scanTurn } from '../../src/domain/safety.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { secretlintScanner } from '../../src/scanner/secretlint.ts'

const PROMPT = 'please add a test for the retry logic in src/client/backoff.ts and make `npm run test:ci` pass'
const COMMANDS = [
  'cd packages/api && npm run lint -- --max-warnings 0 2>&1 | tail -40',
  'git diff --stat origin/main...HEAD -- src/ test/ ":!package-lock.json"',
  "rg -n 'retryAfter|backoff' src --glob '!**/*.snap' | head -50",
  'node --test --test-reporter=spec test/client/*.test.ts',
  'curl -fsS http://localhost:8080/health | jq .status',
]

/** A turn of about 2 KB as agents make them: a request, commands, an edit, an error. */
const turn: TurnTrajectory = {
  userInput: PROMPT,
  outcome: 'success',
  summary: '7 turns',
  timestamp: new Date(0),
  projectDir: '/srv/app',
  toolCalls: [
    ...COMMANDS.map((command) => ({ name: 'Bash', input: { command, description: 'Runs a check' }, ok: true })),
    {
      name: 'Edit',
      input: {
        file_path: '/srv/app/src/client/backoff.ts',
        old_string: 'export const wait = (attempt: number) => 2 ** attempt * 100\n'.repeat(8),
        new_string: 'export const wait = (attempt: number, cap = 30_000) => Math.min(cap, 2 ** attempt * 100)\n'.repeat(
          8,
        ),
      },
      ok: false,
      error: "src/client/backoff.ts(12,5): error TS2304: Cannot find name 'jitter'.",
    },
  ],
}
const text = JSON.stringify(turn)
const scanner = secretlintScanner()
await scanner(text)

/** Median microseconds of a run. */
async function median(run: () => unknown, times = 2000): Promise<number> {
  const costs: number[] = []
  for (let i = 0; i < times; i++) {
    const start = process.hrtime.bigint()
    await run()
    costs.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  return costs.sort((a, b) => a - b)[times >> 1] ?? 0
}

const rival = await median(() => scanner(text), 300)
const rivalShort = await median(() => scanner(PROMPT), 300)
const lines: [name: string, ours: number, rival: number][] = [
  ['redact a turn', await median(() => redactTurn(turn)), rival],
  ['scan a turn', await median(() => scanTurn(turn)), rival],
  ['redact and scan a turn', await median(() => [redactTurn(turn), scanTurn(turn)]), rival],
  ['redact and scan its text as one', await median(() => [redactText(text), scanText(text, { file: 'turn' })]), rival],
  ['redact a prompt', await median(() => redactText(PROMPT)), rivalShort],
]
console.log(
  `A turn of ${text.length} characters and a prompt of ${PROMPT.length}; medians, the rule set being secretlint’s preset:`,
)
for (const [name, ours, theirs] of lines)
  console.log(`${name}: ${ours.toFixed(1)} µs, rule set ${theirs.toFixed(1)} µs, ratio ${(ours / theirs).toFixed(3)}`)
