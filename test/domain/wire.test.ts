import { describe, expect, it } from 'vitest'
import { auditToWire, decisionToWire, receiptToWire, turnFromWire } from '../../src/domain/wire.ts'

describe('turnFromWire', () => {
  it('renames every field of the contract and ignores unknown ones', () =>
    expect(
      turnFromWire({
        user_input: 'add tests',
        outcome: 'success',
        stop_reason: 'end_turn',
        picked_skill: 'p',
        summary: 's',
        timestamp: '2026-01-01T00:00:00Z',
        session_id: 'a',
        project_dir: '/p',
        engine: 'codex',
        prompt_id: 'b',
        decision_id: 'd',
        turns: 2,
        tool_calls: [
          { name: 'Bash', input: { a: 1 }, ok: null, exit_code: 1, masked_pipe: true, message_id: 'm', duration_ms: 3 },
        ],
        something_new: { x: 1 },
      }),
    ).toEqual({
      userInput: 'add tests',
      outcome: 'success',
      stopReason: 'end_turn',
      pickedSkill: 'p',
      summary: 's',
      timestamp: '2026-01-01T00:00:00Z',
      sessionId: 'a',
      projectDir: '/p',
      engine: 'codex',
      promptId: 'b',
      decisionId: 'd',
      turns: 2,
      toolCalls: [
        { name: 'Bash', input: { a: 1 }, ok: null, exitCode: 1, maskedPipe: true, messageId: 'm', durationMs: 3 },
      ],
    }))

  it('takes null for absent', () =>
    expect(turnFromWire({ user_input: 'x', session_id: null, tool_calls: null })).toEqual({ userInput: 'x' }))

  it.each([[null], [7], ['text'], [[]], [true]])('refuses %j', (value) =>
    expect(() => turnFromWire(value)).toThrow(expect.objectContaining({ code: 'bad_turn' })),
  )

  it('refuses tool calls that are no list', () =>
    expect(() => turnFromWire({ user_input: 'x', tool_calls: {} })).toThrow('tool_calls must be a list'))
})

describe('what goes out', () => {
  it('is a receipt with the fields of the contract', () => {
    const receipt = { turnId: 't', status: 'recorded' as const, signature: 's', streak: 1, draft: null }
    expect(receiptToWire(receipt)).toEqual({ turn_id: 't', status: 'recorded', signature: 's', streak: 1, draft: null })
    expect(receiptToWire({ ...receipt, reason: 'r' })).toHaveProperty('reason', 'r')
  })

  it('is a decision with the fields of the contract', () =>
    expect(decisionToWire({ id: 'd', pick: null, reason: 'no_candidates', candidates: [] })).toEqual({
      decision_id: 'd',
      pick: null,
      reason: 'no_candidates',
      candidates: [],
    }))

  it('is an audit with a version of its shape', () =>
    expect(
      auditToWire({
        generatedAt: new Date(0),
        staleDays: 1,
        skills: [],
        lifts: [],
        capabilities: new Map(),
        findings: [],
      }),
    ).toEqual({
      schema: 1,
      generated_at: '1970-01-01T00:00:00.000Z',
      stale_days: 1,
      skills: [],
      findings: [],
    }))
})
