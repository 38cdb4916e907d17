import { describe, expect, it } from 'vitest'
import { headsOf } from '../../../src/domain/draft/run-heads.ts'
import { aTurn, bash } from './turns.ts'

describe('the heads of a run', () => {
  it('are program, subcommand and options, without values', () => {
    const turn = aTurn('commit it', [
      bash('git log --oneline -10 --format=%h'),
      bash(`git add -A && git commit --no-verify -m "$(cat <<'EOF'\nfix: --not an option\nEOF\n)"`),
      bash('git commit -m "again"'),
      bash('cat README.md'),
      { name: 'mcp__github__create_pr', input: { title: 'x' }, ok: true },
    ])
    expect(headsOf(turn)).toEqual([
      { head: 'git log', options: ['--format', '--oneline'] },
      { head: 'git add', options: ['-A'] },
      { head: 'git commit', options: ['--no-verify', '-m'] },
      { head: 'mcp__github__create_pr', options: [] },
    ])
  })

  it('leave out what failed and was given up', () => {
    expect(headsOf(aTurn('deploy', [bash('fly deploy', { ok: false }), bash('npm run ship')]))).toEqual([
      { head: 'npm run ship', options: [] },
    ])
  })
})
