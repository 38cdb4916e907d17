import { expect, it } from 'vitest'
import { redactText } from '../../src/domain/redact.ts'

it('takes a value that is known from one place out of the whole text', () => {
  const value = 'q7Vx2LmP9wRt4ZkB'
  const { text } = redactText(`export API_TOKEN=${value}\nthe server then said ${value} twice`)
  expect(text).not.toContain(value)
  expect(text).toContain('the server then said')
})

it('sees a secret that characters without width cut in two, and leaves a harmless text with them alone', () => {
  const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'.repeat(2).slice(0, 36)}`
  // Wherever it is cut: neither half need look like a token.
  for (const unseen of ['\u200b', '\u001b[31m'])
    for (let at = 1; at < token.length; at++) {
      const { text } = redactText(`use ${token.slice(0, at)}${unseen}${token.slice(at)} for it`)
      expect(text).toMatch(/^use \[redacted:[a-z-]+\] for it$/)
    }
  expect(redactText('use it\u200b for that')).toEqual({ text: 'use it\u200b for that', found: 0 })
})
