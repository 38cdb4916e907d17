import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drain } from '../../src/daemon/drain.ts'
import { openSpool } from '../../src/daemon/spool.ts'
import { claudeCode, type Turn, write } from '../path/engines/agents.ts'
import { mounted } from './disks.ts'
import { type Home, homeAt, openHome, REVIEW, writeNotes } from './home.ts'
import { standing } from './judge.ts'
import { look } from './look.ts'
import { halfFiles, temporaries } from './surroundings.ts'

const SESSIONS = ['a', 'b', 'c']
const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')

/**
 * Hooks on a disk that is full, and again once there is room: the agent notices nothing, nothing half lies there, and each
 * session's next event brings what the one before could not.
 */
export async function fullForHooks(root: string): Promise<readonly string[] | false> {
  const home = homeAt(root)
  mkdirSync(home.data, { recursive: true })
  const personal = writeNotes(home)
  return await mounted(home.data, ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs'], async () => {
    const wrong = ended(home, turnOf('first', 1))
    const fillers = fill(home.data)
    for (const session of SESSIONS) wrong.push(...ended(home, turnOf(session, 1)))
    wrong.push(...halfFiles(home), ...temporaries(home))
    if (spoolOf(home).look().waiting !== 1) wrong.push('the disk had room')
    for (const file of fillers) rmSync(file)
    execFileSync('mount', ['-o', 'remount,size=64m', home.data])
    for (const session of SESSIONS) wrong.push(...ended(home, turnOf(session, 2)))
    return [...wrong, ...(await takenIn(home)), ...(await standing({ home, personal }))]
  })
}

/** Uses the disk up, to the last block; the files that do so. */
function fill(folder: string): readonly string[] {
  const files: string[] = []
  for (let size = 16_384; size >= 1; size = Math.floor(size / 4))
    for (;;) {
      const file = join(folder, `filler-${files.length}`)
      files.push(file)
      try {
        writeFileSync(file, 'x'.repeat(size))
      } catch {
        break
      }
    }
  return files
}

/** Takes in what was put aside: each turn of each session that told of one later counts once. */
async function takenIn(home: Home): Promise<readonly string[]> {
  const loop = await openHome(home)
  const spool = spoolOf(home)
  try {
    await drain(loop, spool, { wait: true })
  } finally {
    await loop[Symbol.asyncDispose]()
  }
  const { waiting, aside } = spool.look()
  const sessions = look(home, (db) => db.prepare<[], string>('SELECT session_id FROM turns ORDER BY 1').pluck().all())
  const wanted = [...SESSIONS.flatMap((session) => [session, session]), 'first'].map((name) => `session-${name}`).sort()
  return [
    ...(sessions?.join() === wanted.join()
      ? []
      : [`turns of ${sessions?.join()} are there instead of ${wanted.join()}`]),
    ...(waiting + aside.length === 0 ? [] : [`${waiting} events wait, ${aside.length} were put aside`]),
  ]
}

const spoolOf = (home: Home) => openSpool(home.data, process.pid, () => false)

const turnOf = (session: string, n: number): Turn => ({
  session: `session-${session}`,
  id: `${session}${n}`,
  request: REVIEW,
  answer: `Reviewed it, ${session}${n}.`,
  commands: ['git diff main...HEAD', 'npm test', 'git log'],
})

/** Writes a turn as the agent does, and calls the hook; what the agent would notice of it. */
function ended(home: Home, turn: Turn): string[] {
  const transcript = write(claudeCode, home.root, turn)
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'hook', 'claude-code', 'Stop'], {
    input: JSON.stringify(claudeCode.payload('end', turn, transcript)),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home.root,
      WAYLAND_DATA_DIR: home.data,
      WAYLAND_CONFIG_DIR: join(home.root, 'config'),
      WAYLAND_DAEMON_AUTOSTART: 'off',
    },
    encoding: 'utf8',
  })
  return status === 0 && stdout + stderr === '' ? [] : [`the hook ends with ${status}: ${stdout}${stderr}`]
}
