import { expect, it } from 'vitest'
import { actionsOf } from '../../../src/domain/draft/actions.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, read } from './turns.ts'

const heads = (...calls: ToolCall[]) => actionsOf(aTurn('x', calls)).map(({ head }) => head)
const tool = (name: string, input: object): ToolCall => ({ name, input, ok: true })

it.each([
  ['the file that the hint names', read('/home/u/.config/wayland-core/skills/auto-lint/SKILL.md')],
  ['the same, with the home folder taken out', read('~/.config/wayland-core/skills/auto-lint/SKILL.md')],
  ['its evidence', read('/home/u/.config/wayland-core/skills/auto-lint/references/evidence.md')],
  ['an agent’s own copy in the project', read('/work/app/.claude/skills/auto-lint/SKILL.md')],
  ['cat', bash('cat ~/.agents/skills/lint/SKILL.md')],
  ['a skill tool', tool('Skill', { skill: 'auto-lint' })],
  ['another skill tool', tool('activate_skill', { name: 'auto-lint' })],
  ['the MCP tools', tool('mcp__wayland-core__load_skill', { name: 'auto-lint' })],
  ['the command line', bash('wayland-core run auto-lint')],
])('loading a skill is no step of a draft: by %s', (_, call) => expect(heads(call)).toEqual([]))

it.each([
  ['a skill that the project keeps', read('/work/app/skills/release/SKILL.md'), 'READ'],
  ['another file', read('/work/app/skills.md'), 'READ'],
  ['a person’s own skill', tool('Skill', { skill: 'pdf' }), 'CALL Skill'],
])('work on %s is a step', (_, call, head) => expect(heads(call)).toEqual([head]))
