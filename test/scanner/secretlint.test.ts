import { expect, test } from 'vitest'
import { redactWith, type SecretScanner } from '../../src/domain/redact.ts'
import { secretlintScanner } from '../../src/scanner/secretlint.ts'
import { plantedSecrets } from '../domain/planted-secrets.ts'

const scanner = secretlintScanner()

test('the maintained rule set finds tokens by itself and says where they stand', async () => {
  const { secret } = plantedSecrets().find(({ kind }) => kind === 'github token')!
  const text = `use ${secret} here`
  const [found] = await scanner(text)
  expect(text.slice(found?.start, found?.end)).toBe(secret)
  expect(found?.kind).toBe('github')
})

test('a text is clean after the core and the rule set, and stays as it is when asked again', async () => {
  const text = plantedSecrets()
    .map(({ shown }) => shown)
    .join('\n\n')
  const once = await redactWith(scanner, text)
  for (const { secret, kind } of plantedSecrets()) expect(once.text, kind).not.toContain(secret)
  expect(await redactWith(scanner, once.text)).toEqual({ text: once.text, found: 0 })
})

test('what only the rule set knows is removed wherever it occurs', async () => {
  const knows: SecretScanner = async (text) => {
    const start = text.indexOf('zebra-crossing')
    return start < 0 ? [] : [{ start, end: start + 14, kind: 'animal' }]
  }
  const { text, found } = await redactWith(knows, 'zebra-crossing and again zebra-crossing')
  expect(text).toBe('[redacted:animal] and again [redacted:animal]')
  expect(found).toBeGreaterThan(0)
})

test('no text leaves anything behind in a process that scans for days', async () => {
  await scanner('a first text')
  const before = performance.getEntries().length
  for (let i = 0; i < 20; i++) await scanner(`text ${i}`)
  expect(performance.getEntries().length).toBe(before)
})

test('the dummy login of a database on this machine stays, as the core leaves it', async () => {
  const text = 'DATABASE_URL=postgresql://postgres:postgres@localhost:5432/app_test npm test'
  expect((await redactWith(scanner, text)).text).toBe(text)
  const real = 'DATABASE_URL=postgresql://app:hR7xv2Lq9kd@localhost:5432/app_test npm test'
  expect((await redactWith(scanner, real)).text).not.toContain('hR7xv2Lq9kd')
})
