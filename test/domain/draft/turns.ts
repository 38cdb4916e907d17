import type { ToolCall, TurnTrajectory } from '../../../src/domain/turn.ts'

/** A successful turn that said this and made these calls. */
export const aTurn = (
  userInput: string,
  toolCalls?: readonly ToolCall[],
  more: Partial<TurnTrajectory> = {},
): TurnTrajectory => ({
  userInput,
  outcome: 'success',
  summary: '3 turns',
  timestamp: new Date('2026-01-05T12:00:00Z'),
  projectDir: '/work/app',
  ...(toolCalls === undefined ? {} : { toolCalls }),
  ...more,
})

export const bash = (command: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  input: { command },
  ok: true,
  ...more,
})

export const write = (path: string): ToolCall => ({ name: 'Write', input: { file_path: path, content: 'a' }, ok: true })

export const read = (path: string): ToolCall => ({ name: 'Read', input: { file_path: path }, ok: true })

export const edit = (path: string): ToolCall => ({
  name: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  ok: true,
})
