import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit } from './turns.ts'

/** The lines below "Verify" of a draft from three runs. */
function verified(calls: (run: number) => readonly ToolCall[]): readonly string[] {
  const trajectories = [0, 1, 2].map((run) => aTurn(`mend the importer ${'x'.repeat(run)}`, calls(run)))
  const { body } = composeDraft({ signature: 's', trajectories })
  return /^## Verify\n((?:- .*\n)*)/m.exec(body)?.[1]?.trimEnd().split('\n') ?? []
}

describe('what a draft says of checks', () => {
  it('holds where only texts were changed after the check', () => {
    expect(verified(() => [edit('a.ts'), bash('bun test'), edit('CHANGELOG.md')])).toEqual(['- `bun test` exits 0'])
    expect(verified(() => [edit('a.ts'), bash('bun test'), edit('b.ts')])).toEqual([])
  })

  it('counts the watch of checks that run elsewhere, if it came out well in the end', () => {
    const watch = (ok: boolean) => bash('gh run watch --exit-status', { ok })
    expect(verified(() => [watch(false), edit('a.ts'), bash('git push'), watch(true)])).toEqual([
      '- `gh run watch --exit-status` exits 0',
    ])
    expect(verified(() => [bash('gh pr checks', { ok: false }), edit('a.ts')])).toEqual([])
  })

  it('counts the runs of the command that it names, not those of its program', () => {
    const commands = ['bun test src', 'bun test src', 'bun test --watch=false a b']
    expect(verified((run) => [edit('a.ts'), bash(commands[run]!)])).toEqual(['- `bun test src` exits 0 [2/3]'])
  })
})
