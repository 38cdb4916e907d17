import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactText, redactTurn } from '../../../src/domain/redact.ts'
import { PLACEHOLDER } from '../../../src/domain/redaction/placeholder.ts'
import { signature } from '../../../src/domain/signature.ts'
import { fixture, plantedKinds } from './planted-kinds.ts'

/** The text as a request and as a command of one turn. */
const turned = (text: string) =>
  redactTurn({
    userInput: text,
    outcome: 'success',
    summary: '',
    timestamp: new Date(0),
    toolCalls: [{ name: 'Bash', input: { command: text }, ok: true }],
  })

describe.each([1, 2, 3])('values of seed %d', (seed) => {
  test.each(plantedKinds(seed))('$kind: nothing of it is left', ({ text, find }) => {
    const { userInput, toolCalls } = turned(text)
    const command = JSON.stringify(toolCalls)
    for (const part of find) {
      expect(redactText(text).text).not.toContain(part)
      expect(userInput).not.toContain(part)
      expect(command).not.toContain(JSON.stringify(part).slice(1, -1))
    }
  })
})

test('no word of a secret is in the signature of its request, after which a skill is named', () => {
  for (const { text, find } of plantedKinds())
    for (const word of signature(turned(text).userInput).split('-'))
      if (word.length >= 6) expect(find.join(' ').toLowerCase()).not.toContain(word)
})

const HARMLESS = ['given', 'own', 'later'].flatMap((name) => fixture<string>(`${name}-harmless.json`))

test.each(HARMLESS.filter((text) => !text.includes('/home/')))('stays as it is: %s', (text) => {
  expect(redactText(text)).toEqual({ text, found: 0 })
})

test('a mailbox is a person, an account at a host is none', () => {
  for (const text of [
    'ask ada@acme.io',
    'git commit -m "x" --trailer "Co-authored-by: Ada <ada@acme.io>"',
    'ssh is down, mail ada@acme.io',
  ])
    expect(redactText(text).text).not.toContain('ada@acme.io')
})

test('what ends credentials goes with them', () => {
  const { text } = redactText(
    'curl -H "Authorization: Bearer $(cat f) s3cr3t" -H "Authorization: Custom s3cr3t-V4lue)" .',
  )
  expect(text).toContain('"Authorization: Custom [redacted:authorization]"')
})

test('placeholders are whole and never within one another, whatever stands around them', () => {
  const pieces = fc.constantFrom(
    ...plantedKinds().map(({ text }) => text),
    ...[
      '[redacted:token]',
      '[redacted:',
      ']',
      '[',
      'redacted',
      'token',
      '=',
      ': ',
      ':',
      '@',
      '-u ',
      '-p ',
      '"',
      "' + '",
      '\\\n',
      ' ',
      '%',
      '\n',
    ],
  )
  const whole = new RegExp(PLACEHOLDER, 'g')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const given = parts.join('')
      const { text } = redactText(given)
      const opened = (of: string) => of.replace(whole, '').split('[redacted:').length
      expect(opened(text)).toBeLessThanOrEqual(opened(given))
      expect(redactText(text).text).toBe(text)
    }),
    { seed: 38, numRuns: 1_000 },
  )
})
