import { expect, it } from 'vitest'
import { recordedProject, recordedTask, recordedTurn } from '../../src/app/recorded.ts'
import { toTrajectory } from '../../src/domain/turn.ts'

const turnOf = (engine: string) => toTrajectory({ userInput: 'add tests', engine }, new Date(0))

it('keeps a turn and a task under the name of an engine that is known', () => {
  for (const engine of ['claude-code', 'codex', 'gemini', 'qwen', 'opencode', 'pi', 'openai-chat', 'generic']) {
    expect(recordedTurn(turnOf(engine)).engine).toBe(engine)
    expect(recordedTask({ text: 'add tests', engine }).engine).toBe(engine)
  }
})

it('keeps those of any other engine as generic, whatever its name holds', () => {
  for (const engine of ['whatever', 'token ghp_0123456789abcdefghijklmnopqrstuvwxyz']) {
    expect(recordedTurn(turnOf(engine)).engine).toBe('generic')
    expect(recordedTask({ text: 'add tests', engine }).engine).toBe('generic')
  }
})

it('names no engine where none was given', () => {
  expect(recordedTurn(toTrajectory({ userInput: 'add tests' }, new Date(0)))).not.toHaveProperty('engine')
  expect(recordedTask({ text: 'add tests' })).not.toHaveProperty('engine')
})

it('keeps a turn and a task under the project of their folder, without the name of the home', () => {
  const projectDir = '/home/ada/app/.claude/worktrees/brave'
  const kept = { projectDir: '~/app/.claude/worktrees/brave', project: '~/app' }
  expect(recordedTurn(toTrajectory({ userInput: 'add tests', projectDir }, new Date(0)))).toMatchObject(kept)
  expect(recordedTask({ text: 'add tests', projectDir, project: '/elsewhere' })).toMatchObject(kept)
  expect(recordedProject(projectDir)).toBe('~/app')
})

it('keeps no project beside a folder that is one', () => {
  expect(recordedTask({ text: 'add tests', projectDir: '/p/ada' })).not.toHaveProperty('project')
  expect(recordedProject('/p/ada')).toBe('/p/ada')
})
