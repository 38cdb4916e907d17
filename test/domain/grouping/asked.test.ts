import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedBesidePaste, askedText } from '../../../src/domain/grouping/asked.ts'

const LOG = `src/app.ts:12:3: error: cannot find name 'total'
src/app.ts:40:9: error: 'rate' is declared but never used
src/tax.ts:7:1: error: missing return type`
const FINDING =
  'The cache is written before the transaction commits, so that a reader may see a value that is rolled back a moment later. Consider writing it after the commit.'

describe('what was asked beside a paste', () => {
  it.each([
    ['a log below it', `fix the type errors:\n${LOG}`, 'fix the type errors'],
    ['a log without a colon', `please make the compiler happy\n${LOG}`, 'please make the compiler happy'],
    ['a long text behind a colon', `judge this review finding: ${FINDING}`, 'judge this review finding'],
    ['a code block', 'explain the retry loop\n```ts\nfor (;;) await call()\n```', 'explain the retry loop'],
    ['a block in triple quotes', `evaluate the feedback\n"""\n${FINDING}\n"""`, 'evaluate the feedback'],
    ['a long quotation', `the reviewer says "${FINDING}" please address the remark`, 'the reviewer says'],
    [
      'a long paragraph above it',
      `${FINDING}${FINDING}\n\ncan you check the cache for this`,
      'can you check the cache',
    ],
  ])('is told from %s', (_, message, asked) => {
    expect(askedBesidePaste(message)).toContain(asked)
    expect(askedText(message)).not.toMatch(/src\/app|rolled back|await call/)
  })

  it('leaves out what stands for a secret, so that no task is named after it', () => {
    expect(askedText('deploy staging with [redacted:github-token] please')).toBe('deploy staging with   please')
  })

  it.each([
    'add a test for the parser',
    'fix these: the header, the footer and the sidebar',
    'write the release notes\nand mention the new option',
    `fix this:\n${LOG}`,
    LOG,
    FINDING,
  ])('is the whole message where nothing was pasted or the rest names no task: %j', (message) => {
    expect(askedBesidePaste(message)).toBeUndefined()
    expect(askedText(message)).toBe(message.slice(0, 400))
  })

  it('is at most 400 characters long, whatever the message', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 900 }), (text) => {
        expect(askedText(text).length).toBeLessThanOrEqual(400)
      }),
    )
  })
})
