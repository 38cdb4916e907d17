import { describe, expect, it } from 'vitest'
import { beyondItsRuns } from '../../../src/domain/capabilities/waiting.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'

const draft = (...commands: readonly string[]) =>
  new Map([['SKILL.md', `# Do it\n\n${commands.map((one, i) => `${i + 1}. Run \`${one}\``).join('\n')}\n`]])
const run = (...commands: readonly string[]): TurnTrajectory => ({
  userInput: 'do it',
  outcome: 'success',
  summary: '',
  timestamp: new Date(0),
  toolCalls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
})
const beyond = (files: ReadonlyMap<string, string>, ...runs: readonly TurnTrajectory[]) =>
  beyondItsRuns(files, runs).map(({ kind, what }) => `${kind} ${what}`)

describe('beyondItsRuns', () => {
  it('holds a draft for a program that no run of it used, and for none that one did', () => {
    expect(beyond(draft('git status', 'terraform plan'), run('git status'))).toEqual(['runs terraform'])
    expect(beyond(draft('git status', 'terraform plan'), run('git status'), run('terraform plan'))).toEqual([])
  })

  it('reads each call by itself: one that no shell reads, or that ends within a quotation, hides no other', () => {
    const odd = ["*** Begin Patch\n+it's (half\n", 'say "', 'cat <<EOF\nnever closed', 'x'.repeat(5 * 1024 * 1024)]
    for (const one of odd)
      expect(beyond(draft('git fetch', 'workmux status'), run(one, 'git fetch', 'workmux status'))).toEqual([])
  })
})
