import { describe, expect, it } from 'vitest'
import { conforms, type Expected, read } from '../conformance.ts'

// Written by reading the files.
const EXPECTED: Expected = {
  'pi/large-session-first-69-lines.jsonl': [
    ['/mode', '', 'unknown'],
    // The next message says that its changes were undone.
    ['read packages/coding-agent/docs/theme.md in full', 'read read bash read read read read edit', 'unknown'],
    ['you fucked thet component up', 'read edit edit edit', 'success'],
    ["alright, i think there's only one file left", `read bash bash${' edit?'.repeat(16)}`, 'failure'],
    // Type errors, two of them behind a pipe, then a build that works.
    [
      'ok, i manually removed almost all chalk uses',
      'read bash bash! read bash bash bash read read edit edit bash edit bash! bash! bash? bash',
      'success',
    ],
  ],
  // Our hint is a message of our extension, no words of the user.
  'pi/0.87.1-hinted.jsonl': [['please review the changes on my branch', 'read bash', 'success']],
}

describe('pi transcripts', () => {
  conforms('pi', EXPECTED)

  it('follows the tree of newer sessions: what followed the same entry was taken back', () => {
    const message = (id: string, parentId: string | null, role: string, text: string) =>
      JSON.stringify({
        type: 'message',
        id,
        parentId,
        message: { role, content: [{ type: 'text', text }], stopReason: 'stop' },
      })
    const outputs = read('pi', [
      JSON.stringify({ type: 'session', id: 's', cwd: '/p' }),
      message('1', null, 'user', 'a'),
      message('2', '1', 'assistant', 'Done.'),
      message('3', '2', 'user', 'b'),
      message('4', '3', 'assistant', 'Done.'),
      message('5', '4', 'user', 'c'),
      message('6', '5', 'assistant', 'Done.'),
      message('7', '2', 'user', 'd'),
      message('8', '7', 'assistant', 'Done.'),
    ])
    expect(outputs.map((output) => output.kind === 'turn' && output.turn.outcome)).toEqual([
      'success',
      'unknown',
      'unknown',
      'success',
    ])
  })
})

it('a skill that is called by its name is loaded, and the request is what was typed', () => {
  const skill =
    '<skill name="auto-lint" location="/home/u/.pi/agent/skills/auto-lint/SKILL.md">\nReferences are relative to /home/u.\n\n# Lint\n</skill>'
  const message = (id: string, message: object) =>
    JSON.stringify({ type: 'message', id, parentId: id === 'b' ? 'a' : null, message })
  const outputs = read('pi', [
    message('a', { role: 'user', content: [{ type: 'text', text: `${skill}\n\nonly the parser` }] }),
    message('b', { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' }),
  ])
  expect(outputs).toMatchObject([
    { turn: { userInput: '/skill:auto-lint only the parser', pickedSkill: 'auto-lint', outcome: 'success' } },
  ])
})
