import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markOfWords } from '../../src/domain/mark.ts'
import { HOOK_ENGINES, hookProtocol, readHook } from '../../src/engines/engines.ts'

const claude = {
  session_id: 'c64c',
  transcript_path: '/home/u/.claude/projects/-work-app/c64c.jsonl',
  cwd: '/proj/app',
  permission_mode: 'default',
}
const codex = { session_id: '0199', turn_id: '12', transcript_path: null, cwd: '/proj/app', model: 'gpt-5-codex' }
const gemini = { session_id: '9f', transcript_path: '/home/u/.gemini/tmp/app/chats/s.jsonl', cwd: '/proj/app' }
const path = { transcriptPath: claude.transcript_path, cwd: '/proj/app' }

describe('hooks of Claude Code that GitHub Copilot CLI runs', () => {
  const transcript = '/home/u/.copilot/session-state/5c3d/events.jsonl'
  const base = { session_id: '5c3d', timestamp: '2026-11-26T22:08:52.691Z', cwd: '/proj/app' }

  it.each([
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'fix the build' },
    { ...base, hook_event_name: 'Stop', transcript_path: transcript, stop_reason: 'end_turn', stop_hook_active: false },
    { ...base, hook_event_name: 'SessionEnd', reason: 'complete' },
  ])('are silent: $hook_event_name', (payload) => {
    expect(readHook('claude-code', payload)).toBeUndefined()
    expect(readHook('copilot', payload)).toMatchObject({ engine: 'copilot', sessionId: '5c3d', cwd: '/proj/app' })
  })
})

describe('the end of a turn', () => {
  it('is Stop in Claude Code, with the last message and without its background tasks', () => {
    const payload = {
      ...claude,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
      background_tasks: [],
    }
    expect(readHook('claude-code', payload)).toEqual({
      kind: 'turn_ended',
      engine: 'claude-code',
      sessionId: 'c64c',
      ...path,
      lastWords: markOfWords('Done.'),
      stopHookActive: false,
    })
  })

  it('is told again by a run that a hook kept going, which says so', () => {
    const payload = { ...claude, hook_event_name: 'Stop', stop_hook_active: true, prompt_id: 'p1' }
    expect(readHook('claude-code', payload)).toMatchObject({ kind: 'turn_ended', promptId: 'p1', stopHookActive: true })
  })

  it('is a failure of the interface too', () => {
    const payload = { ...claude, hook_event_name: 'StopFailure', error: 'rate_limit' }
    expect(readHook('claude-code', payload)?.kind).toBe('turn_ended')
    expect(readHook('qwen', payload)?.kind).toBe('turn_ended')
  })

  it('is Stop in Codex, whose transcript and last message may be null', () => {
    const payload = { ...codex, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: null }
    expect(readHook('codex', payload)).toEqual({
      kind: 'turn_ended',
      engine: 'codex',
      sessionId: '0199',
      promptId: '12',
      cwd: '/proj/app',
      stopHookActive: false,
    })
  })

  it('is agent-turn-complete for Codex’ notify program', () => {
    const payload = {
      type: 'agent-turn-complete',
      'thread-id': '0199',
      'turn-id': '12',
      cwd: '/proj/app',
      client: 'codex-tui',
      'input-messages': ['fix the build'],
      'last-assistant-message': 'Done.',
    }
    expect(readHook('codex', payload, 'notify')).toEqual({
      kind: 'turn_ended',
      engine: 'codex',
      sessionId: '0199',
      promptId: '12',
      cwd: '/proj/app',
      lastWords: markOfWords('Done.'),
      stopHookActive: false,
    })
  })

  it('is AfterAgent in Gemini CLI, whose last message is the response to the prompt', () => {
    const payload = { ...gemini, hook_event_name: 'AfterAgent', prompt: 'fix it', prompt_response: 'Done.' }
    expect(readHook('gemini', payload)).toMatchObject({
      kind: 'turn_ended',
      sessionId: '9f',
      lastWords: markOfWords('Done.'),
    })
  })

  it('is Stop in Qwen Code, with its prompt id where it has one', () => {
    const payload = { session_id: '77', prompt_id: 'p7', hook_event_name: 'Stop', last_assistant_message: 'Done.' }
    expect(readHook('qwen', payload)).toMatchObject({
      kind: 'turn_ended',
      promptId: 'p7',
      lastWords: markOfWords('Done.'),
    })
  })

  it('leaves out the number that Qwen Code gives a prompt in its hooks alone', () => {
    const payload = { session_id: '77', prompt_id: '77########0', hook_event_name: 'Stop' }
    expect(readHook('qwen', payload)).toEqual({
      kind: 'turn_ended',
      engine: 'qwen',
      sessionId: '77',
      stopHookActive: false,
    })
  })
})

describe('other events', () => {
  it.each(['claude-code', 'codex', 'gemini', 'qwen'])('the end of a session of %s', (engine) => {
    const payload = { session_id: 's', hook_event_name: 'SessionEnd', reason: 'other', transcript_path: null }
    expect(readHook(engine, payload)).toMatchObject({ kind: 'session_ended', engine, sessionId: 's' })
  })

  it.each([
    ['claude-code', 'UserPromptSubmit'],
    ['codex', 'UserPromptSubmit'],
    ['gemini', 'BeforeAgent'],
    ['qwen', 'UserPromptSubmit'],
    ['pi', 'before_agent_start'],
  ])('a prompt of %s', (engine, hook_event_name) => {
    const payload = { session_id: 's', hook_event_name, prompt: ' fix the build \n', cwd: '/p' }
    expect(readHook(engine, payload)).toMatchObject({
      kind: 'prompt_submitted',
      sessionId: 's',
      prompt: 'fix the build',
    })
  })

  it('a prompt is what a person wrote, without what programs added', () => {
    const prompt = '<system-reminder>be brief</system-reminder>fix it\n[wayland-core] A skill may fit'
    const payload = { ...claude, hook_event_name: 'UserPromptSubmit', prompt }
    expect(readHook('claude-code', payload)).toMatchObject({ prompt: 'fix it' })
    const only = { ...payload, prompt: '<system-reminder>be brief</system-reminder>' }
    expect(readHook('claude-code', only)).toBeUndefined()
  })

  it('the name on the command line counts where the payload has none, and only there', () => {
    expect(readHook('claude-code', claude, 'Stop')?.kind).toBe('turn_ended')
    expect(readHook('claude-code', { ...claude, hook_event_name: 'PreToolUse' }, 'Stop')).toBeUndefined()
  })

  it.each([
    ['a tool', { ...claude, hook_event_name: 'PostToolUse', tool_name: 'Bash' }],
    ['the end of a subagent', { ...claude, hook_event_name: 'SubagentStop', agent_id: 'a1' }],
    ['anything inside a subagent', { ...claude, hook_event_name: 'Stop', agent_id: 'a1' }],
    ['an event that does not exist yet', { ...claude, hook_event_name: 'Tomorrow' }],
    ['the name of an object’s own method', { ...claude, hook_event_name: 'constructor' }],
    ['a payload without a session', { hook_event_name: 'Stop' }],
    ['a list', [claude]],
    ['nothing', null],
  ])('%s is no concern', (_, payload) => {
    expect(readHook('claude-code', payload)).toBeUndefined()
  })

  it('an engine that is not known has no events', () => {
    expect(readHook('constructor', { ...claude, hook_event_name: 'Stop' })).toBeUndefined()
  })
})

it('whatever a payload holds, reading it never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...HOOK_ENGINES), fc.anything(), fc.string(), (engine, payload, event) => {
      const within = { ...claude, hook_event_name: 'Stop', prompt: payload, last_assistant_message: payload }
      for (const one of [payload, within]) expect(() => readHook(engine, one, event)).not.toThrow()
    }),
    { seed: 6 },
  )
})

it.each([
  ['claude-code', 'UserPromptSubmit'],
  ['codex', 'UserPromptSubmit'],
  ['gemini', 'BeforeAgent'],
  ['qwen', 'UserPromptSubmit'],
])('a hint is answered to %s as context for the model', (engine, hookEventName) => {
  const answer = JSON.parse(hookProtocol(engine)?.answer('a "hint"\n') ?? '')
  expect(answer).toEqual({ hookSpecificOutput: { hookEventName, additionalContext: 'a "hint"\n' } })
  const told = JSON.parse(hookProtocol(engine)?.answer('hint', 'news') ?? '')
  expect(told).toEqual({ hookSpecificOutput: { hookEventName, additionalContext: 'hint' }, systemMessage: 'news' })
})

it('a hint is answered to pi for its extension to show, and news beside it', () => {
  expect(JSON.parse(hookProtocol('pi')?.answer('hint') ?? '')).toEqual({ hint: 'hint' })
  expect(JSON.parse(hookProtocol('pi')?.answer('hint', 'news') ?? '')).toEqual({ hint: 'hint', news: 'news' })
})
