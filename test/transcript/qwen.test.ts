import { describe, expect, it } from 'vitest'
import { conforms, type Expected, FIXTURES, turnsOf } from './conformance.ts'

// Written by reading the files.
const EXPECTED: readonly Expected[] = [
  {
    // Made after the published record types. A denied call, a prompt written anew, a steer, a correction in German.
    file: 'qwen/made-session.jsonl',
    turns: [
      { prompt: 'fix the build', tools: 'run_shell_command! edit run_shell_command', outcome: 'success' },
      { prompt: 'drop the table', tools: 'run_shell_command?', outcome: 'unknown' },
      { prompt: 'list the tables', tools: '', outcome: 'unknown' },
      { prompt: 'Das ist falsch.', tools: 'read_file', outcome: 'success' },
    ],
  },
]

describe('qwen transcripts', () => {
  conforms(
    'qwen',
    EXPECTED.map((expected) => expected.file),
    EXPECTED,
  )

  it('names the skill whose SKILL.md was read', async () => {
    const turns = await turnsOf('qwen', `${FIXTURES}/qwen/made-session.jsonl`)
    expect(turns.map(({ turn }) => turn.pickedSkill)).toEqual([undefined, undefined, undefined, 'tables'])
    expect(turns[0]!.turn).toMatchObject({ sessionId: '77-made', promptId: 'u1', projectDir: '/proj/app', turns: 3 })
  })
})
