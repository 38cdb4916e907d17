import { describe, expect, it } from 'vitest'
import { Bucketer } from '../../../src/domain/bucketer.ts'

const nameOf = (...requests: readonly string[]): string | undefined => {
  const bucketer = new Bucketer({ grouping: 'similar' })
  return requests.map((userInput) => bucketer.observe({ userInput, outcome: 'success' })?.signature).at(-1)
}

describe('the name of a group', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'what they share',
      'add-endpoint-rest',
      ['add a REST endpoint for users', 'add a REST endpoint for orders', 'add a REST endpoint for invoices'],
    ],
    [
      'what they share in any form',
      'add-test',
      ['add a test for the parser', 'add tests for the lexer', 'can you add a test for the printer?'],
    ],
    [
      'their signature where they have one',
      'endpoint-rest-users',
      ['add a REST endpoint for users', 'add the REST endpoint for users', 'please add a REST endpoint for users'],
    ],
  ])('is %s', (_rule, name, requests) => {
    expect(nameOf(...requests)).toBe(name)
  })

  it('is of no day and no number', () => {
    const requests = [
      'cancel my economy flight of May 20',
      'cancel my flight to Boston on May 20',
      'please cancel my flight on May 20',
    ]
    expect(nameOf(...requests)).toBe('cancel-flight')
  })

  it('does not depend on the order in which they came', () => {
    const requests = [
      'add a REST endpoint for users',
      'add a REST endpoint for orders',
      'add a REST endpoint for invoices',
    ]
    expect(nameOf(...requests.toReversed())).toBe(nameOf(...requests))
  })
})
