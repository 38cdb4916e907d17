import { describe, expect, it } from 'vitest'
import { Bucketer } from '../../../src/domain/bucketer.ts'
import { deedName } from '../../../src/domain/draft/task-name.ts'
import { UNLIKE } from './unlike.ts'

const nameOf = (...requests: readonly string[]): string | undefined => {
  const bucketer = new Bucketer({ grouping: 'similar' })
  return requests.map((userInput) => bucketer.observe({ userInput, outcome: 'success' })?.signature).at(-1)
}

describe('the name of a group', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'what they share',
      'add-rest-endpoint',
      ['add a REST endpoint for users', 'add a REST endpoint for orders', 'add a REST endpoint for invoices'],
    ],
    [
      'what they share in any form',
      'add-tests',
      ['add a test for the parser', 'add tests for the lexer', 'can you add a test for the printer?'],
    ],
    [
      'what they share, without contractions and words of address',
      'comment-coderabbit-pr',
      [
        'theres a comment on the PR from coderabbit. address it if applicable',
        'ok theres a comment from coderabbit on pr 12. please evaluate whether its valid.',
        'theres a comment from coderabbit on the pr, please address it',
      ],
    ],
    [
      'what they share in the common romanisation of another script, which needs no hash',
      'shengcheng-xiangmu-zhoubao',
      ['生成本周的项目周报', '帮我生成项目周报', '请生成上周的项目周报'],
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

  it('is what their runs did, where they share no two words', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    const calls = [{ name: 'Bash', input: { command: 'gh pr create --fill' }, ok: true }]
    for (const userInput of UNLIKE) bucketer.observe({ userInput, outcome: 'success', toolCalls: [] })
    const asked = ['a pr with all of it', 'now the pull request', 'publish this as PR'].map((userInput) =>
      bucketer.observe({ userInput, outcome: 'success', toolCalls: calls }),
    )
    expect(asked[2]?.signature).toBe('create-pr')
  })

  it('is what they asked for, also where their runs did something rarer besides', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    const calls = (...commands: readonly string[]) =>
      commands.map((command) => ({ name: 'Bash', input: { command }, ok: true }))
    for (const [i, userInput] of UNLIKE.entries())
      bucketer.observe({ userInput, outcome: 'success', toolCalls: i === 0 ? calls('gh pr create --fill') : [] })
    const asked = ['a pr with all of it', 'now the pull request', 'publish this as PR'].map((userInput) =>
      bucketer.observe({ userInput, outcome: 'success', toolCalls: calls('git switch topic', 'gh pr create --fill') }),
    )
    expect(asked[2]?.signature).toBe('create-pr')
  })
})

describe('the name of a deed', () => {
  it.each([
    ['gh pr create', 'create-pr'],
    ['git push', 'git-push'],
    ['git checkout main', 'checkout-main'],
    ['edit STATE.md', 'edit-state'],
    ['minsky tasks list', 'list-tasks'],
    ['make', undefined],
  ])('of %s is %s', (deed, name) => expect(deedName(deed)).toBe(name))
})
