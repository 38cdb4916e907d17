import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ledgerKey } from '../../src/domain/lifecycle.ts'
import { openLedgerFile } from '../../src/store/ledger-file.ts'
import type { LedgerEntry } from '../../src/store/skill-records.ts'
import { scratch } from '../scratch.ts'

const line = (at: number, reason = 'a reason'): LedgerEntry => ({
  at,
  skillName: 'auto-x',
  skillId: 'skill-1',
  move: 'pin',
  actor: 'person',
  fromStatus: 'active',
  toStatus: 'pinned',
  versionId: null,
  reason,
})

it('holds lines in order, for the user alone, and knows the last one', async () => {
  const file = openLedgerFile(join(scratch(), 'verdicts', 'ledger.jsonl'))
  expect([file.lastKey(), file.read()]).toEqual([undefined, []])
  for (const at of [1, 2, 3]) expect(await file.append({ line: line(at) })).toBe(true)
  expect(file.read().map((record) => record.line?.at)).toEqual([1, 2, 3])
  expect(file.lastKey()).toBe(ledgerKey(line(3)))
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
})

it('loses a line that was torn, and none before or after it, wherever it was torn', async () => {
  const folder = scratch()
  const whole = `${JSON.stringify({ line: line(2) })}\n`
  for (let length = 0; length < whole.length; length += 7) {
    const file = openLedgerFile(join(folder, `${length}.jsonl`))
    await file.append({ line: line(1) })
    appendFileSync(file.path, whole.slice(0, length))
    await file.append({ line: line(3) })
    expect(file.read().map((record) => record.line?.at)).toEqual([1, 3])
    expect(file.lastKey()).toBe(ledgerKey(line(3)))
  }
})

it('is as it was before, byte for byte, once its last line was removed, and keeps any other', async () => {
  const file = openLedgerFile(join(scratch(), 'ledger.jsonl'))
  await file.append({ line: line(1) })
  const before = readFileSync(file.path)
  await file.append({ line: line(2, 'x'.repeat(5_000)) })
  expect(await file.removeLast({ line: line(1) })).toBe(false)
  expect(await file.removeLast({ line: line(2, 'x'.repeat(5_000)) })).toBe(true)
  expect(readFileSync(file.path)).toEqual(before)
  await file.rewrite([])
  expect(await file.removeLast({ line: line(1) })).toBe(false)
})

it('asks to be rewritten when it has outgrown its bound, and then when it has doubled', async () => {
  const file = openLedgerFile(join(scratch(), 'ledger.jsonl'))
  const long = 'x'.repeat(100_000)
  let at = 0
  while (await file.append({ line: line(++at, long) })) expect(at).toBeLessThan(2_000)
  expect(statSync(file.path).size).toBeGreaterThan(1024 * 1024)
  const kept = file.read().slice(-900)
  await file.rewrite(kept)
  const { size } = statSync(file.path)
  expect(file.lastKey()).toBe(ledgerKey(kept.at(-1)?.line ?? line(0)))
  expect(await file.append({ line: line(++at) })).toBe(true)
  expect(readFileSync(file.path, 'utf8').split('\n')).toHaveLength(kept.length + 3)
  while (await file.append({ line: line(++at, long) }))
    expect(statSync(file.path).size).toBeLessThan(2 * size + 1024 * 1024)
})

it('removes at its opening what a process that ended left of rewriting it, and nothing of a living one', () => {
  const folder = scratch()
  const part = (pid: number | undefined) => `.ledger.jsonl.${pid}-${randomUUID()}.tmp`
  const [left, living] = [part(spawnSync(process.execPath, ['-e', '']).pid), part(process.pid)]
  for (const name of [left, living]) writeFileSync(join(folder, name), '')
  openLedgerFile(join(folder, 'ledger.jsonl'))
  expect(readdirSync(folder)).toEqual([living])
})
