import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { conforms, type Expected, FIXTURES, read, turnsOf } from '../conformance.ts'

// Written by reading the files.
const EXPECTED: Expected = {
  'claude-code/entire-02.jsonl': [["Let's adjust the test-secrets.txt file.", 'Glob Read Edit', 'success']],
  'claude-code/entire-06.jsonl': [
    ['I just tried to make a release with', 'Read Glob Read Edit', 'success'],
    ['can you also add a single retry?', 'Edit', 'success'],
  ],
  'claude-code/entire-07.jsonl': [['mise run lint fails', 'Bash! Read Edit Edit Bash', 'success']],
  'claude-code/entire-08.jsonl': [['fix lint errors', 'Bash! Read Read Edit Edit Bash', 'success']],
  // /clear and its output come before the first prompt; the file ends before the last answer.
  'claude-code/entire-16.jsonl': [
    ['While we want this output text to be obvious', 'Read Read', 'success'],
    ['do it', 'Read Edit', 'success'],
    ["Let's adjust this to return .bash_profile", 'Read Edit', 'unknown'],
  ],
  'claude-code/entire-13.jsonl': [
    ["I'd like to generate a changelog", 'Bash Bash Bash Glob Bash Bash Bash Bash Bash', 'success'],
    ['Can you also check some repos', 'Bash', 'success'],
    ['I like Option C', '', 'success'],
    ['yes', 'Write', 'success'],
  ],
  // What was typed while the agent worked is part of the request; what the agent did after a command of the person's own
  // and after a notification is part of no turn.
  'claude-code/made-other-runs.jsonl': [
    ['add a price column to the export\n\nand convert the prices to euros', 'Edit Edit', 'success'],
    ['write the changelog entry', 'Write', 'success'],
  ],
  // The plan waits for the user when the file ends.
  'claude-code/agentcmd-full-session-askuserquestion.jsonl': [
    ["Let's explore scrolling, scroll to bottom", 'Task AskUserQuestion ExitPlanMode?', 'unknown'],
  ],
  // A stop hook sends the agent on twice; its last commit fails, there being nothing left to commit.
  'claude-code/reliability-coverage-test-fix.jsonl': [
    [
      'Add a function called multiply_numbers(a: int, b: int)',
      'Glob Read Read Edit Edit Bash Bash Bash Glob Read Edit Bash Bash!',
      'failure',
    ],
  ],
  'claude-code/reliability-hello-world-script.jsonl': [
    ['Write a shell script called hello.sh', 'Write Bash', 'success'],
  ],
  // A local command, broken lines and lines that are no objects; no tool result where the key is misspelt.
  'claude-code/fixture-edge_cases.jsonl': [
    ["Here's a message with some **markdown**", '', 'success'],
    ["Let's test a very long message", 'FailingTool! MultiEdit?', 'unknown'],
    ['Testing special characters: café', 'TodoWrite?', 'unknown'],
  ],
  'claude-code/fixture-representative_messages.jsonl': [
    ['Hello Claude! Can you help me understand', '', 'success'],
    ['Great! Can you also show me', 'Edit', 'success'],
    ['Can you run that example', 'Bash', 'success'],
    ['This is really helpful!', '', 'unknown'],
  ],
  // A masked lint that printed errors; a denied call; a slash command; an API error; a prompt written anew.
  'claude-code/made-interruptions.jsonl': [
    ['run the linter', 'Skill Bash?', 'unknown'],
    ['delete the build folder', 'Bash?', 'unknown'],
    ['/review the last commit', 'Bash', 'success'],
    ['add a changelog entry', 'Edit', 'unknown'],
    ["no, that's wrong, revert it", '', 'failure'],
    ['write the release notes', '', 'unknown'],
    ['write the release notes in German', '', 'success'],
  ],
}

describe('claude-code transcripts', () => {
  conforms('claude-code', EXPECTED, ['claude-code/entire-11.jsonl'])
  it('keeps what a person typed, the skill that was used, and nothing that this package put there', async () => {
    const [first] = await turnsOf('claude-code', join(FIXTURES, 'claude-code/made-interruptions.jsonl'))
    expect(first!.turn).toMatchObject({
      userInput: 'run the linter',
      pickedSkill: 'auto-lint',
      promptId: 'p1',
      sessionId: 'made-1',
      projectDir: '/proj/app',
      turns: 3,
      summary: '3 turns',
      stopReason: 'end_turn',
      timestamp: '2026-02-01T10:00:00.000Z',
    })
    expect(first!.turn.toolCalls![1]).toMatchObject({
      maskedPipe: true,
      ok: null,
      error: 'src/a.ts:3:1 error',
      messageId: 'msg_2',
    })
  })

  it('keeps the exit code and the first line of an error, and no more of the output', async () => {
    const [turn] = await turnsOf('claude-code', join(FIXTURES, 'claude-code/entire-07.jsonl'))
    expect(turn!.turn.toolCalls![0]).toEqual({
      name: 'Bash',
      input: { command: 'mise run lint 2>&1', description: 'Run linter to see failures' },
      ok: false,
      exitCode: 1,
      error: '[lint] $ golangci-lint run ./...',
      cwd: '/Users/user/wks/cli',
      messageId: expect.stringMatching(/^msg_/),
    })
  })

  it('reads no turn out of a file of sidechains', () => {
    const line = (uuid: string) =>
      JSON.stringify({
        type: 'user',
        isSidechain: true,
        uuid,
        sessionId: 's',
        message: { role: 'user', content: 'go' },
      })
    expect(read('claude-code', [line('a'), line('b')])).toEqual([
      { kind: 'skipped', reason: 'sidechain', line: 1 },
      { kind: 'skipped', reason: 'sidechain', line: 2 },
    ])
  })
  it('knows a skill that a slash command loaded, and no notification as a prompt', () => {
    const user = (content: string, rest: object = {}) =>
      JSON.stringify({ type: 'user', uuid: content, sessionId: 's', message: { role: 'user', content }, ...rest })
    const answer = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: 'Done.' }] } })
    const outputs = read('claude-code', [
      user('<command-message>x</command-message><command-name>/auto-lint</command-name>'),
      user('Base directory for this skill: /home/u/.claude/skills/auto-lint\n\n# Lint', { isMeta: true }),
      answer,
      user('a task ended', { origin: { kind: 'task-notification' } }),
    ])
    expect(outputs.filter((output) => output.kind === 'turn')).toMatchObject([
      { turn: { userInput: '/auto-lint', pickedSkill: 'auto-lint', outcome: 'success' } },
    ])
  })

  it('identifies a prompt as hooks do, once, and a copy in a forked session as what it was copied from', () => {
    const user = (uuid: string, rest: object) =>
      JSON.stringify({ type: 'user', uuid, sessionId: 's', message: { role: 'user', content: 'go' }, ...rest })
    const outputs = read('claude-code', [
      user('u1', { promptId: 'p1' }),
      user('u2', { promptId: 'p1' }),
      user('u4', { promptId: 'p1' }),
      user('u3', { forkedFrom: { sessionId: 'parent', messageUuid: 'u9' } }),
    ])
    expect(outputs.map((output) => output.kind === 'turn' && [output.turn.sessionId, output.turn.promptId])).toEqual([
      ['s', 'p1'],
      ['s', 'u2'],
      ['s', 'u4'],
      ['parent', 'u9'],
    ])
  })

  it('judges a turn by what followed a denial, and leaves it open when nothing did', () => {
    const line = (type: string, content: unknown, rest: object = {}) =>
      JSON.stringify({
        type,
        uuid: `${type}-${JSON.stringify(content)}`,
        sessionId: 's',
        message: { content, ...rest },
      })
    const use = (id: string) => line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }])
    const result = (id: string, fields: object) => line('user', [{ type: 'tool_result', tool_use_id: id, ...fields }])
    const denied = [line('user', 'clean up'), use('1'), result('1', { is_error: true, content: DENIED })]
    const text = line('assistant', [{ type: 'text', text: 'Understood.' }], { stop_reason: 'end_turn' })
    const outcomes = (lines: string[]) =>
      read('claude-code', lines).map((output) => output.kind === 'turn' && output.turn.outcome)
    expect(outcomes([...denied, text])).toEqual(['unknown'])
    expect(outcomes([...denied, use('2'), result('2', { content: 'a' }), text])).toEqual(['success'])
  })
})

const DENIED = "The user doesn't want to proceed with this tool use. The tool use was rejected."
