import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../../src/domain/draft/actions.ts'
import { deedsOf, hasActed } from '../../../src/domain/grouping/deeds.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit, read } from '../draft/turns.ts'

const deeds = (request: string, calls: readonly ToolCall[]) => deedsOf(request, actionsOf(aTurn(request, calls)))

describe('the deeds of a run', () => {
  it('that the request names by a word are asked for, whatever else was done', () => {
    const calls = [bash('git status'), bash('git commit -m "x"'), bash('git push origin main'), read('src/a.ts')]
    expect(deeds('pelase pushing it directly', calls)).toEqual({
      asked: ['git push origin'],
      other: ['git commit', 'git status'],
    })
  })

  it('are known by the subcommand, not by the program, of which the whole project is about', () => {
    const listed = { asked: ['minsky tasks list'], other: [] }
    expect(deeds('what tasks are available?', [bash('minsky tasks list --json')])).toEqual(listed)
    expect(deeds('what is minsky?', [bash('minsky tasks list')])).toEqual({ asked: [], other: ['minsky tasks list'] })
    expect(deeds('run eslint', [bash('eslint .')])?.asked).toEqual(['eslint'])
  })

  it('are commands in the shell calls of any agent, tools by name, and files that are named whole', () => {
    const codex = { name: 'exec_command', input: { cmd: 'gh pr create --fill' }, ok: true }
    expect(deeds('ok lets get a pull request up for this', [codex])?.asked).toEqual(['gh pr create'])
    const asks = { name: 'mcp__deepwiki__ask_question', input: { question: 'x' }, ok: true }
    expect(deeds('ask deepwiki about it', [asks])?.asked).toEqual(['mcp__deepwiki__ask_question'])
    expect(deeds('update the changelog', [edit('CHANGELOG.md')])?.asked).toEqual(['edit CHANGELOG.md'])
    expect(deeds('change the generator', [edit('src/prompt-generator.ts')])).toBeUndefined()
  })

  it('are none of a call that failed, nor of a run that only looked', () => {
    expect(deeds('push it', [bash('git push', { ok: false })])).toBeUndefined()
    expect(deeds('push it', [])).toBeUndefined()
    const looked = actionsOf(aTurn('x', [read('a.ts'), bash('git log'), bash('npm test')]))
    expect(hasActed(looked)).toBe(false)
    expect(hasActed(actionsOf(aTurn('x', [bash('minsky tasks list')])))).toBe(true)
  })

  it('are bounded in number', () => {
    const calls = Array.from({ length: 300 }, (_, i) => bash(`tool${i} run`))
    expect(deeds('run them', calls)?.asked).toHaveLength(40)
  })
})
