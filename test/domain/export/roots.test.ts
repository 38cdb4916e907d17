import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRoots } from '../../../src/domain/export/shape.ts'
import { SKILL_READERS } from '../../../src/engines/engines.ts'
import { SKILL_ROOTS, skillReaders } from '../../../src/engines/skill-folders.ts'

const choose = (engines: readonly string[], scope: 'user' | 'project') =>
  chooseRoots(skillReaders(engines, scope), SKILL_ROOTS)
const roots = (engines: readonly string[], scope: 'user' | 'project' = 'user') =>
  choose(engines, scope).map(({ root }) => root)

describe('the folders of skills', () => {
  it('are the shared one wherever it does', () => {
    expect(roots(['codex'])).toEqual(['agents'])
    expect(roots(['codex', 'gemini', 'pi'])).toEqual(['agents'])
    expect(roots(['claude-code'])).toEqual(['claude'])
    expect(roots(['claude-code', 'codex'])).toEqual(['agents', 'claude'])
    expect(roots(['qwen'])).toEqual(['qwen'])
    expect(roots(['qwen', 'gemini'], 'project')).toEqual(['agents'])
    expect(roots([])).toEqual([])
  })

  it('are engines’ own where a shared one would show a skill twice', () => {
    expect(roots(['claude-code', 'opencode'])).toEqual(['claude'])
    expect(roots(['claude-code', 'opencode', 'codex'])).toEqual(['claude', 'codex'])
  })

  it('hold a copy for agents that are not known here, unless one that is known would find it twice', () => {
    expect(roots(['agents'])).toEqual(['agents'])
    expect(choose(['agents', 'codex'], 'user')).toMatchObject([{ root: 'agents', engines: ['codex', 'agents'] }])
    expect(roots(['agents', 'claude-code', 'qwen'])).toEqual(['agents', 'claude', 'qwen'])
    expect(roots(['agents', 'claude-code', 'opencode'])).toEqual(['claude'])
    expect(roots(['agents', 'claude-code', 'opencode', 'codex'])).toEqual(['claude', 'codex'])
  })

  it('show every engine a skill exactly once, whichever engines there are', () => {
    const reads: Record<'user' | 'project', Record<string, readonly string[]>> = {
      user: {
        'claude-code': ['claude'],
        codex: ['agents', 'codex'],
        gemini: ['gemini', 'agents'],
        qwen: ['qwen'],
        opencode: ['opencode', 'claude', 'agents'],
        pi: ['pi', 'agents'],
        copilot: ['copilot', 'agents'],
      },
      project: {
        'claude-code': ['claude'],
        codex: ['agents', 'codex'],
        gemini: ['gemini', 'agents'],
        qwen: ['qwen', 'agents'],
        opencode: ['opencode', 'claude', 'agents'],
        pi: ['pi', 'agents'],
        copilot: ['agents', 'claude'],
      },
    }
    fc.assert(
      fc.property(fc.subarray([...SKILL_READERS]), fc.constantFrom('user', 'project'), (asked, scope) => {
        const chosen = choose(asked, scope)
        const engines = asked.filter((engine) => engine !== 'agents')
        for (const engine of engines) {
          expect(chosen.filter(({ root }) => reads[scope][engine]?.includes(root))).toHaveLength(1)
          expect(chosen.filter((one) => one.engines.includes(engine))).toHaveLength(1)
        }
      }),
    )
  })
})
