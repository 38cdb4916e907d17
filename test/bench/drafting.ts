// What does it cost to draft from three long runs? Beside one plain table of the longest common subsequence.
import { composeDraft } from '../../src/domain/draft/compose.ts'
import type { ToolCall, TurnTrajectory } from '../../src/domain/turn.ts'

const ROUNDS = 15

for (const calls of [20, 200, 2000]) {
  const turns = [0, 1, 2].map((run) => longTurn(run, calls))
  const ours = best(() => composeDraft({ signature: 'long-run', trajectories: turns }))
  const plain = best(() => plainTables(turns))
  const before = process.memoryUsage().rss
  composeDraft({ signature: 'long-run', trajectories: turns })
  const grown = Math.max(0, process.memoryUsage().rss - before) / 1e6
  console.log(
    `3 × ${calls} calls: a whole draft ${ours.toFixed(1)} ms, plain tables ${plain.toFixed(1)} ms, ratio ${(ours / plain).toFixed(2)}, memory +${grown.toFixed(0)} MB`,
  )
}

/** Work as it looks in long sessions: searches, reads, edits, checks, the same skeleton with other files in each run. */
function longTurn(run: number, calls: number): TurnTrajectory {
  const toolCalls = Array.from({ length: calls }, (_, i): ToolCall => {
    const file = `/work/app/src/${['api', 'core', 'ui'][i % 3]}/part-${(i * 7 + run * 13) % 97}.ts`
    const kind = (i * 5 + (i % 11 === 0 ? run : 0)) % 9
    if (kind < 3) return { name: 'Read', input: { file_path: file }, ok: true }
    if (kind < 5) return { name: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b' }, ok: true }
    if (kind === 5) return { name: 'Grep', input: { pattern: `part${(i + run) % 31}` }, ok: true }
    if (kind === 6) return bash(`npm test -- part-${i % 17} 2>&1 | tail -20`)
    if (kind === 7) return bash(`cd /work/app && git diff --stat src/part-${(i + run) % 23}.ts`)
    return bash('npm run lint && npm run types')
  })
  return {
    userInput: `bring part ${run} of the interface up to date`,
    outcome: 'success',
    summary: `${calls} calls`,
    timestamp: new Date(0),
    projectDir: '/work/app',
    toolCalls,
  }
}

function bash(command: string): ToolCall {
  return { name: 'Bash', input: { command }, ok: true }
}

/** Three tables over the calls as text: the least that any alignment of three runs does. */
function plainTables(turns: readonly TurnTrajectory[]): number {
  const texts = turns.map(({ toolCalls = [] }) => toolCalls.map((call) => JSON.stringify([call.name, call.input])))
  let sum = 0
  for (const [x, y] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    const [a, b] = [texts[x]!, texts[y]!]
    let row = new Uint16Array(b.length + 1)
    for (const text of a) {
      const next = new Uint16Array(b.length + 1)
      for (let j = 1; j <= b.length; j++)
        next[j] = text === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!)
      row = next
    }
    sum += row[b.length]!
  }
  return sum
}

/** The least disturbed of some rounds, in milliseconds: other work on the machine only ever adds. */
function best(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}
