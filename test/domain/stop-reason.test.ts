import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOutcome, stopMeaning } from '../../src/domain/outcome.ts'

const MEANT = {
  success: [
    'end_turn',
    'EndTurn',
    'endTurn',
    'END_TURN',
    'stop',
    'STOP',
    'FinishReason.STOP',
    'FINISH_REASON_STOP',
    'StopReason::EndTurn',
    'tool_use',
    'toolUse',
    'tool-calls',
    'tool_calls',
    'function_call',
    'stop_sequence',
    'StopSequence',
    'eos_token',
    'COMPLETE',
    'completed',
    'success',
  ],
  failure: [
    'MaxTurns',
    'max_turns',
    'max_turn_requests',
    'MAX_TOKENS',
    'max_output_tokens',
    'maxTokens',
    'length',
    'content-filter',
    'content_filter',
    'SAFETY',
    'RECITATION',
    'MALFORMED_FUNCTION_CALL',
    'refusal',
    'error',
    'error_max_turns',
    'error_during_execution',
    'error_max_budget_usd',
    'api_error',
    'overloaded_error',
    'ERROR_TOXIC',
    'aborted',
    'model_context_window_exceeded',
    'guardrail_intervened',
    'step_limit_reached',
    'timeout',
  ],
  unknown: ['interrupted', 'Cancelled', 'canceled', 'USER_CANCEL', 'denied', 'rejected', 'pause_turn', 'other'],
} as const

describe('a stop reason', () => {
  it.each(Object.entries(MEANT).flatMap(([outcome, reasons]) => reasons.map((reason) => [reason, outcome] as const)))(
    '%s means %s',
    (reason, outcome) => {
      expect(stopMeaning(reason)).toBe(outcome)
      expect(decideOutcome({ stopReason: reason })).toBe(outcome)
    },
  )

  it('means the same in every case and with every separator', () => {
    const known = Object.values(MEANT).flat()
    const cased = fc.tuple(fc.constantFrom(...known), fc.constantFrom('', '_', '-', ' ', '.'), fc.boolean())
    fc.assert(
      fc.property(cased, ([reason, separator, upper]) => {
        const words = reason.replace(/([a-z])([A-Z])/g, '$1_$2').split(/[^a-zA-Z]+/)
        const spelled = words.join(separator)
        expect(stopMeaning(upper ? spelled.toUpperCase() : spelled.toLowerCase())).toBe(stopMeaning(reason))
      }),
      { numRuns: 300, seed: 3 },
    )
  })

  it.each(['purple', '', '_', 'finish_reason', 'stopp', 'endless', '   '])('%j is no known word', (reason) => {
    expect(stopMeaning(reason)).toBeUndefined()
    expect(decideOutcome({ stopReason: reason })).toBe('unknown')
  })

  it('that nobody knows makes no success of a run that closed with words, and hides no failure', () => {
    expect(decideOutcome({ stopReason: 'purple', ending: 'closed' })).toBe('unknown')
    const failed = [{ name: 'Bash', input: { command: 'npm test' }, ok: false }]
    expect(decideOutcome({ stopReason: 'purple', ending: 'closed', toolCalls: failed })).toBe('failure')
  })

  it('of any length is looked at in a moment', () => {
    expect(stopMeaning('error '.repeat(500_000))).toBe('failure')
    expect(stopMeaning(`${'x_'.repeat(500_000)}limit`)).toBeUndefined()
  })
})
