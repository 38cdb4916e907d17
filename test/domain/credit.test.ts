import { describe, expect, it } from 'vitest'
import { creditOf, wasLoaded } from '../../src/domain/credit.ts'
import type { ToolCall, TurnTrajectory } from '../../src/domain/turn.ts'

const call = (name: string, input: unknown): ToolCall => ({ name, input, ok: true })

describe('wasLoaded', () => {
  it('does not know when an engine reports no calls', () => expect(wasLoaded('auto-x', undefined)).toBeUndefined())

  it('denies it when calls are reported and none of them names the skill', () => {
    expect(wasLoaded('auto-x', [])).toBe(false)
    expect(wasLoaded('auto-x', [call('Read', { file_path: '/skills/auto-y/SKILL.md' })])).toBe(false)
    expect(wasLoaded('auto-x', [call('Bash', { command: 'echo auto-x' })])).toBe(false)
    expect(wasLoaded('auto-x', [call('mcp__wayland-core__list_drafts', { skill: 'auto-x' })])).toBe(false)
    expect(wasLoaded('auto-x', [call('mcp__wayland-core__find_skill', { task: 'auto-x' })])).toBe(false)
  })

  it.each([
    ['its file read', call('Read', { file_path: '/home/u/.config/wayland-core/skills/auto-x/SKILL.md' })],
    ['its file printed by a shell', call('Bash', { command: 'cat "/skills/auto-x/SKILL.md"' })],
    ['its file read on Windows', call('Read', { file_path: 'C:\\skills\\auto-x\\SKILL.md' })],
    ['its secondary copy read', call('Read', { file_path: '/w/skills/auto/x/SKILL.md' })],
    ['a skill tool called with its name', call('Skill', { skill: 'auto-x' })],
    ['a skill tool called with a plugin prefix', call('Skill', { command: 'wayland:auto-x' })],
    ['our tool over MCP', call('mcp__wayland-core__load_skill', { name: 'auto-x' })],
    ['a skill tool called with bare text', call('activate_skill', 'auto-x')],
  ])('sees %s', (_, one) => expect(wasLoaded('auto-x', [call('Edit', {}), one])).toBe(true))

  it.each([
    ['refused', { ok: false }],
    ['denied', { ok: null, error: 'The user rejected it' }],
  ])('does not count a read that was %s', (_, how) => {
    const read = { ...call('Read', { file_path: '/s/auto-x/SKILL.md' }), ...how }
    const tool = { ...call('Skill', { skill: 'auto-x' }), ...how }
    expect(wasLoaded('auto-x', [read, tool])).toBe(false)
    expect(wasLoaded('auto-x', [read, call('Skill', { skill: 'auto-x' })])).toBe(true)
  })

  it('does not know of a read of which nobody knows how it went', () =>
    expect(wasLoaded('auto-x', [{ ...call('Read', { file_path: '/s/auto-x/SKILL.md' }), ok: null }])).toBeUndefined())

  it.each(['Write', 'Edit', 'Glob', 'replace'])('does not take %s for a read', (name) =>
    expect(wasLoaded('auto-x', [call(name, { file_path: '/s/auto-x/SKILL.md' })])).toBe(false),
  )

  it('does not take a longer name for a shorter one', () =>
    expect(wasLoaded('auto-x', [call('Read', { file_path: '/s/my-auto-x/SKILL.md' })])).toBe(false))
})

describe('creditOf', () => {
  const turn: TurnTrajectory = {
    userInput: 'x',
    outcome: 'success',
    summary: '',
    timestamp: new Date(0),
    toolCalls: [],
  }
  const picked = { id: 'd', pick: 'a', first: 'a' }

  it('settles the decision that a turn answers, with a skill or without', () => {
    expect(creditOf('t', turn, picked)).toEqual({ settles: 'd', loaded: false })
    expect(creditOf('t', { ...turn, pickedSkill: 'a' }, picked)).toEqual({ settles: 'd', loaded: false })
    expect(creditOf('t', turn, { id: 'd', pick: null, first: null })).toEqual({ settles: 'd', loaded: undefined })
  })

  it('reports the skill that a turn names beside its decision, as a decision of its own', () => {
    expect(creditOf('t', { ...turn, pickedSkill: 'b' }, picked)).toEqual({ settles: 't', reported: 'b', loaded: false })
    expect(creditOf('t', { ...turn, pickedSkill: 'b' }, undefined)).toMatchObject({ settles: 't', reported: 'b' })
  })

  it.each(['/a', '/a the parser', '/skill:a', '/skills a', '$a', 'use $a, please'])(
    'takes a skill that a person calls by %s for loaded: no tool call shows it',
    (userInput) => {
      expect(creditOf('t', { ...turn, userInput, pickedSkill: 'a' }, picked)).toEqual({ settles: 'd', loaded: true })
      expect(creditOf('t', { ...turn, userInput }, picked)).toEqual({ settles: 'd', loaded: true })
    },
  )

  it.each(['/ab', 'a', '/usr/a', 'x/a', '$ab', '$$a', '/a/b'])('takes no name for loaded in %s', (userInput) =>
    expect(creditOf('t', { ...turn, userInput }, picked)).toEqual({ settles: 'd', loaded: false }),
  )

  it('settles the decision whose pick was read, although another skill was read before it', () => {
    const read = call('Read', { file_path: '/s/a/SKILL.md' })
    expect(creditOf('t', { ...turn, pickedSkill: 'b', toolCalls: [read] }, picked)).toEqual({
      settles: 'd',
      loaded: true,
    })
  })

  it('settles nothing for a turn without a decision that names no skill', () =>
    expect(creditOf('t', turn, undefined)).toEqual({}))
})
