import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit } from './turns.ts'

const navigate = (url: string, ok = false): ToolCall => ({
  name: 'mcp__browser__navigate',
  input: { url },
  ok,
  ...(ok ? {} : { error: 'Error: SECRET executable does not exist' }),
})
const SAYS = ['take a screenshot of the page', 'a screenshot of the page please', 'screenshot the page']
const drafted = (calls: (run: number) => readonly ToolCall[]) =>
  composeDraft({ signature: 's', trajectories: SAYS.map((says, run) => aTurn(says, calls(run))) })

describe('a call that failed for good', () => {
  it('is a pitfall, and what was done in its place is named as a way round', () => {
    const { body, files } = drafted(() => [
      navigate('http://localhost:3000'),
      bash('curl -s http://localhost:3000 -o page.html'),
      bash('node tools/attach.js page.html'),
    ])
    expect(body).toContain(
      '- `mcp__browser__navigate(url=http://localhost:3000)` failed in 3 of 3 runs; nothing repaired it. Instead the runs used `curl -s http://localhost:3000 -o page.html`.',
    )
    expect(body).toContain('page.html` (a way round what failed: see Pitfalls)\n')
    expect(body.match(/way round/g)).toHaveLength(1)
    expect([...files.values()].join()).not.toContain('SECRET')
  })

  it('is one line, with a placeholder for the arguments that differ', () => {
    const { body } = drafted((run) => [navigate(`http://localhost:300${run}/a`), bash('curl -s x')])
    expect(body).toContain('- `mcp__browser__navigate(<url>)` failed in 3 of 3 runs; nothing repaired it.')
  })

  it('is none where it worked later in the run, or failed in one run alone', () => {
    const later = drafted(() => [navigate('http://a'), bash('curl -s x'), navigate('http://b', true)])
    expect(later.body).not.toContain('nothing repaired')
    const once = drafted((run) => [navigate('http://a', run > 0), bash('curl -s x')])
    expect(once.body).not.toContain('## Pitfalls')
  })

  it('has no way round where it was a look, a check or housekeeping, or where the runs went on in different ways', () => {
    const { body } = drafted(() => [bash('git status -x', { ok: false }), bash('node tools/attach.js')])
    expect(body).toContain('- `git status -x` failed in 3 of 3 runs; nothing repaired it.\n')
    const apart = drafted((run) => [navigate('http://a'), bash(['curl -s x', 'wget x', 'node get.js'][run]!)])
    expect(apart.body).toMatch(/failed in 3 of 3 runs; nothing repaired it\.$/m)
    expect(apart.body).not.toContain('way round')
  })
})

describe('a corrected command', () => {
  it('is listed with its correction and the number of runs', () => {
    const { body } = drafted((run) => [
      ...(run === 0 ? [bash('git push -u upstream main', { ok: false }), bash('git push -u origin main')] : []),
      edit('/work/app/a.ts'),
    ])
    expect(body).toContain('- `git push -u upstream main` failed in 1 of 3 runs; `git push -u origin main` worked.')
  })

  it('is none where the same command worked when it was tried again', () => {
    const push = (branch: string, ok: boolean) => bash(`git push -u origin ${branch}`, { ok })
    const { body } = drafted(() => [push('a', false), push('a', true), push('b', true)])
    expect(body).not.toContain('Pitfalls')
  })

  it('is no look that was mended once, and nothing that goes on with what failed', () => {
    const { body } = drafted((run) => [
      ...(run === 0 ? [bash('git show :2:a.ts', { ok: false }), bash('git show :3:a.ts')] : []),
      bash('git rebase main', { ok: false }),
      bash('git rebase --abort'),
      edit('/work/app/a.ts'),
    ])
    expect(body).not.toContain('worked')
  })

  it('is no other subcommand, and no look at the help', () => {
    const { body } = drafted(() => [
      bash('minsky session start --task 011', { ok: false }),
      bash('minsky session start --help'),
      bash('minsky session list --json'),
      bash('node tools/attach.js'),
    ])
    expect(body).not.toContain('worked')
  })
})
