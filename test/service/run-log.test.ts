import { expect, it } from 'vitest'
import { type LogFiles, openRunLog } from '../../src/service/proof/run-log.ts'
import { openScheduledFolder } from '../../src/store/scheduled-folder.ts'
import { scratch } from '../scratch.ts'

const folder = (): LogFiles => openScheduledFolder(scratch())

it('has each line while the run goes on, and loses a value everywhere once it is known as a secret', async () => {
  const files = folder()
  const log = openRunLog(files, 'a.log')
  log.said('it uses Tr0ub4dor-hunter\n', 'stdout')
  log.said('half a line', 'stderr')
  await expect.poll(() => files.readLog('a.log')).toBe('it uses Tr0ub4dor-hunter\n')
  log.said('password=Tr0ub4dor-hunter\n', 'stdout')
  // Also where nobody gets to end it.
  await expect.poll(() => files.readLog('a.log')).toMatch(/^it uses \[redacted.*\npassword=\[redacted/)
  log.said('; it uses Tr0ub4dor-hunter\n', 'stderr')
  expect(await log.end('nothing')).toBe(true)
  expect(await files.readLog('a.log')).toMatch(/half a line; it uses \[redacted:password\]\n$/)
})

it('keeps the beginning and the end of what is too long, at any time', async () => {
  const files = folder()
  const log = openRunLog(files, 'a.log')
  const line = `${'word '.repeat(4_000)}\n`
  log.said('the first line\n', 'stdout')
  for (let n = 0; n < 40; n++) {
    log.said(line, 'stdout')
    if (n % 20 === 19) await expect.poll(async () => (await files.readLog('a.log'))?.length).toBeLessThan(600_000)
  }
  log.said('the last line\n', 'stdout')
  await log.end('')
  const text = (await files.readLog('a.log')) ?? ''
  expect(text.length).toBeLessThan(600_000)
  expect(text).toMatch(/^the first line\n/)
  expect(text).toMatch(/the last line\n$/)
  expect(text).toMatch(/--- \d+ characters are left out here/)
})

it('says why there is nothing, and that it could not be written', async () => {
  const files = folder()
  await openRunLog(files, 'a.log').end('the agent is missing\n')
  expect(await files.readLog('a.log')).toBe('the agent is missing\n')
  const full = { ...files, appendLog: async () => Promise.reject(new Error('no space')) }
  const log = openRunLog(full, 'b.log')
  log.said('a line\n', 'stdout')
  expect(await log.end('')).toBe(false)
})
