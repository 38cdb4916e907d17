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
  const { text } = redactText(`use ${token.slice(0, 12)}\u200b${token.slice(12)} for it`)
  expect(text.replaceAll('\u200b', '')).not.toContain(token)
  expect(redactText('use it\u200b for that')).toEqual({ text: 'use it\u200b for that', found: 0 })
})
