import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { isSnapshotDue, makingFolder } from '../../../src/daemon/snapshot/place.ts'
import { MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent } from './agents.ts'
import { HINT, UsualHome } from './usual-home.ts'

const MAKER = join(dirname(dirname(MAIN)), 'program', 'make-snapshot.cjs')

/** A home with a skill and no daemon, and a Node that notes how it is called. */
class SnapshotHome extends UsualHome {
  readonly folder = join(this.data, 'snapshot')
  readonly node = join(this.root, 'node')
  readonly calls = join(this.root, 'calls')

  async furnish(): Promise<void> {
    this.configure({ 'daemon.autostart': 'off', 'router.holdout': 0, 'hook.directMs': 60_000 })
    await this.promoted('review the changes on the branch')
    writeFileSync(this.node, `#!/bin/sh\necho "$*" >> '${this.calls}'\nexec '${process.execPath}' "$@"\n`)
    chmodSync(this.node, 0o700)
  }

  get blobs(): readonly string[] {
    return existsSync(this.folder) ? readdirSync(this.folder).filter((name) => name.endsWith('.blob')) : []
  }

  get blob(): string {
    return join(this.folder, this.blobs[0] ?? 'none')
  }

  /** The hint of a prompt, and the starts of Node that it took: from the snapshot, or as usual. */
  asked(session: string): { readonly hint: string; readonly starts: readonly string[] } {
    rmSync(this.calls, { force: true })
    const { code, stdout, stderr } = this.script('prompt', session, { node: this.node })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const calls = readFileSync(this.calls, 'utf8').trim().split('\n')
    return { hint: stdout, starts: calls.map((call) => (call.includes('--snapshot-blob') ? 'snapshot' : 'usual')) }
  }

  /** Waits until a hook has made one. On a machine so busy that it was given up, another prompt asks for it. */
  async isMade(): Promise<void> {
    const making = makingFolder(this.data)
    await this.until(async () => {
      const isGivenUp =
        existsSync(making) && readdirSync(making).length === 0 && statSync(making).mtimeMs < Date.now() - 5_000
      if (isGivenUp) {
        rmSync(making, { recursive: true })
        this.script('prompt', 'again', { node: this.node })
      }
      return this.blobs.length === 1 && readdirSync(this.folder).length === 1
    })
  }

  /** Makes one and waits for it. */
  make(): void {
    spawnSync(process.execPath, [MAKER, this.data], { env: this.env() })
    expect(this.blobs).toHaveLength(1)
  }
}

let home: SnapshotHome
beforeAll(async () => {
  home = new SnapshotHome()
  await home.furnish()
  const { hint, starts } = home.asked('first')
  expect([hint.includes(HINT), starts]).toEqual([true, ['usual']])
  // By the hook itself.
  await home.isMade()
})

describe('a prompt without a daemon', () => {
  it('starts from the snapshot that the first one had made, and is answered alike', async () => {
    const kept = join(home.root, 'kept')
    const [first, second] = [home.asked('s1'), home.asked('s2')]
    renameSync(home.folder, kept)
    const usual = home.asked('s3')
    // Else the one that it has made comes into the folder of a later test.
    await home.isMade()
    rmSync(home.folder, { recursive: true, force: true })
    renameSync(kept, home.folder)
    expect([first.starts, second.starts, usual.starts]).toEqual([['snapshot'], ['snapshot'], ['usual']])
    expect(first.hint).toContain(HINT)
    expect([second.hint, usual.hint]).toEqual([first.hint, first.hint])
  })

  it('has an id of its own, and another start of chance', () => {
    const ids = () => {
      const db = new Database(home.database, { readonly: true })
      const rows = db.prepare('SELECT id FROM decisions').pluck().all()
      db.close()
      return rows
    }
    const before = ids().length
    for (const session of ['i1', 'i2', 'i3']) expect(home.asked(session).starts).toEqual(['snapshot'])
    expect(new Set(ids()).size).toBe(before + 3)
  })

  it('starts as usual where the snapshot was cut, is none, or of another Node, and the next has another made', async () => {
    const whole = readFileSync(home.blob).toString('latin1')
    const { node } = process.versions
    const spoil: readonly ((blob: string) => void)[] = [
      (blob) => truncateSync(blob, whole.length >> 1),
      (blob) => writeFileSync(blob, ''),
      (blob) => writeFileSync(blob, 'no snapshot'),
      // The version of Node stands first in it. From Node 22 on, one that was made with other options is taken.
      (blob) => writeFileSync(blob, whole.replace(node, '0'.repeat(node.length)), 'latin1'),
    ]
    for (const [i, spoils] of spoil.entries()) {
      spoils(home.blob)
      const { hint, starts } = home.asked(`b${i}`)
      expect([i, hint.includes(HINT), starts]).toEqual([i, true, ['snapshot', 'usual']])
      await home.isMade()
    }
    expect(home.asked('b9').starts).toEqual(['snapshot'])
  })

  it('starts as usual where the snapshot, or its folder, is a link', () => {
    const aside = join(home.root, 'aside')
    const blob = home.blob
    renameSync(blob, aside)
    symlinkSync(aside, blob)
    expect(home.asked('l1').starts).toEqual(['usual'])
    rmSync(blob)
    renameSync(aside, blob)
    renameSync(home.folder, aside)
    symlinkSync(aside, home.folder)
    expect(home.asked('l2').starts).toEqual(['usual'])
    rmSync(home.folder)
    renameSync(aside, home.folder)
    expect(home.asked('l3').starts).toEqual(['snapshot'])
  })
})

describe('a snapshot', () => {
  it('is made once by two at a time, in the place of one of another build', async () => {
    rmSync(home.folder, { recursive: true })
    mkdirSync(home.folder, { mode: 0o700 })
    writeFileSync(join(home.folder, '0123456789abcdef.blob'), '')
    const makers = [1, 2].map(() => spawn(process.execPath, [MAKER, home.data], { env: home.env(), stdio: 'ignore' }))
    await Promise.all(makers.map((one) => once(one, 'exit')))
    expect(readdirSync(home.folder)).toEqual([expect.not.stringContaining('0123456789abcdef')])
    expect(home.asked('m1').starts).toEqual(['snapshot'])
  })

  it('is made after an hour where a process was killed that made it, and not before', () => {
    const making = join(home.folder, 'making')
    copyFileSync(home.blob, join(home.root, 'copy'))
    rmSync(home.blob)
    mkdirSync(making)
    writeFileSync(join(making, 'blob'), 'half')
    spawnSync(process.execPath, [MAKER, home.data], { env: home.env() })
    expect(home.blobs).toEqual([])
    utimesSync(making, 0, 0)
    home.make()
    expect(readdirSync(home.folder)).toHaveLength(1)
  })

  it('is none in a folder that others may write in', () => {
    rmSync(home.folder, { recursive: true })
    mkdirSync(home.folder)
    chmodSync(home.folder, 0o777)
    spawnSync(process.execPath, [MAKER, home.data], { env: home.env() })
    expect(readdirSync(home.folder)).toEqual([])
  })

  it('goes with the hooks', async () => {
    expect((await home.run(['install', agent.engine])).code).toBe(0)
    expect(readdirSync(home.folder)).toEqual([])
    expect((await home.run(['uninstall', agent.engine])).code).toBe(0)
    expect(existsSync(home.folder)).toBe(false)
    // A session that was begun before still calls its hooks.
    expect(isSnapshotDue(home.data, Date.now())).toBe(false)
    expect((await home.run(['install', agent.engine])).code).toBe(0)
    expect(isSnapshotDue(home.data, Date.now())).toBe(true)
  })
})
