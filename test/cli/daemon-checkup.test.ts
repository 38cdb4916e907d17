import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkDaemon } from '../../src/cli/daemon-checkup.ts'
import { writeAddress } from '../../src/daemon/address.ts'
import { holdHome } from '../../src/daemon/holder.ts'
import { jobOf } from '../../src/daemon/job.ts'
import { openSpool } from '../../src/daemon/spool.ts'
import { scratch } from '../scratch.ts'

const AT = '2026-10-01T10:00:00.000Z'
const place = (dataDir: string, pid = process.pid) => {
  const socket = join(dataDir, 'daemon.sock')
  writeAddress(dataDir, { pid, socket, startedAt: AT })
  return socket
}
const job = (n: number) =>
  jobOf({ kind: 'turn_ended', engine: 'claude-code', sessionId: `s${n}`, stopHookActive: false }, [], Date.parse(AT))

/** Something listens at a daemon's socket, and says `answer` to whatever comes, or nothing. */
async function listening(socket: string, answer?: string): Promise<void> {
  const server = createServer((connection) => {
    connection.on('error', () => {})
    if (answer !== undefined) connection.on('data', () => connection.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
}

it('finds nothing wrong where no daemon runs and nothing waits, and makes nothing', async () => {
  const folder = join(scratch(), 'none')
  expect(await checkDaemon(folder, false)).toEqual([
    { what: 'daemon', state: 'ok', found: 'not running; only schedules need it' },
    { what: 'spool', state: 'ok', found: 'nothing waits' },
  ])
})

it('says that hooks start one, also after one was killed', async () => {
  const folder = scratch()
  place(folder)
  expect((await checkDaemon(folder, true))[0]).toEqual({
    ...{ what: 'daemon', state: 'ok' },
    found: 'not running; the next hook of an agent starts it',
  })
})

it('names a daemon that answers', async () => {
  const folder = scratch()
  await listening(place(folder), '{"status":{}}\n')
  expect((await checkDaemon(folder, false))[0]).toMatchObject({
    state: 'ok',
    found: `process ${process.pid}, since ${AT}`,
  })
})

it('is not taken in by what a killed daemon left, though its number is another process’s by now', async () => {
  const folder = scratch()
  place(folder)
  expect((await checkDaemon(folder, false))[0]).toMatchObject({
    state: 'note',
    found: expect.stringContaining('was ended'),
    fix: 'wayland-core daemon start',
  })
})

it.each([
  ['nobody listens any more', async () => {}],
  ['it does not answer', async (socket: string) => await listening(socket)],
])('says that a daemon holds the folder, and %s', async (_, begin) => {
  const folder = scratch()
  const { release } = await holdHome(folder)
  onTestFinished(release)
  await begin(place(folder))
  expect((await checkDaemon(folder, false))[0]).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining(`process ${process.pid} does not answer`),
    fix: 'wayland-core daemon stop && wayland-core daemon start',
  })
})

it('says so where it cannot be told who holds the folder', async () => {
  const folder = scratch()
  place(folder)
  mkdirSync(join(folder, 'daemon.lock'))
  const [check] = await checkDaemon(folder, false)
  expect([check?.state, check?.found]).toEqual(['wrong', expect.stringContaining('daemon.lock')])
})

it('counts what waits, and says when it is too much', async () => {
  const folder = scratch()
  const spool = openSpool(folder, process.pid, () => true)
  spool.put('one', job(1))
  expect((await checkDaemon(folder, false))[1]).toEqual({
    what: 'spool',
    state: 'ok',
    found: '1 event to be taken in',
  })
  for (let n = 0; n <= 1000; n++) spool.put(`job${n}`, job(n))
  expect((await checkDaemon(folder, false))[1]).toEqual({
    what: 'spool',
    state: 'wrong',
    found: '1002 events wait',
    fix: 'wayland-core daemon run --once',
  })
})

it('names the last event that was given up', async () => {
  const folder = scratch()
  const spool = openSpool(folder, process.pid, () => true)
  spool.put('one', job(1))
  const claimed = spool.claim(new Date(AT))
  if (claimed === undefined) throw new Error('no job')
  spool.putAside(claimed, 'it lies outside')
  expect((await checkDaemon(folder, false))[1]).toEqual({
    what: 'spool',
    state: 'note',
    found: '1 could not be read, and were put aside, the last: it lies outside',
    fix: `wayland-core daemon retry; to forget them: rm -r "${join(folder, 'spool', 'aside')}"`,
  })
})

it('says so where what waits cannot be read, or nothing can be put there', async () => {
  const looped = scratch()
  symlinkSync('spool', join(looped, 'spool'))
  expect((await checkDaemon(looped, false))[1]).toMatchObject({
    state: 'wrong',
    fix: `chmod -R u+rwX "${join(looped, 'spool')}"`,
  })
  const taken = scratch()
  writeFileSync(join(taken, 'spool'), '')
  expect((await checkDaemon(taken, false))[1]).toMatchObject({
    state: 'wrong',
    found: `${join(taken, 'spool')} is no folder: every event is lost`,
    fix: `mv "${join(taken, 'spool')}" "${join(taken, 'spool')}.old"`,
  })
})
