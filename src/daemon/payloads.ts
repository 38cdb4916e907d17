import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { hookProtocol } from '../engines/engines.ts'
import { listed } from '../platform/listed.ts'
import type { RunEnded } from '../transcript/hook-event.ts'
import { MAX_PAYLOAD } from './input.ts'
import { jobName, jobOf } from './job.ts'
import { payloadsFolder } from './job-file.ts'
import type { Spool } from './spool.ts'

/** A file that holds no JSON for so long was not written whole, in ms: no agent waits that long for its hook. */
const UNFINISHED_MS = 60_000

/** Has hooks leave payloads; returns what ends that. What they have left stays for the next process that takes it. */
export function acceptPayloads(dataDir: string): () => void {
  const folder = payloadsFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return () => {
    try {
      rmdirSync(folder)
    } catch {
      // A hook is writing, or wrote since it was last looked at.
    }
  }
}

/** Makes jobs of the payloads that hooks have left, as of the events that a daemon is asked about, and deletes them. */
export function takePayloads(spool: Pick<Spool, 'put'>, { dataDir, again }: Pick<Config, 'dataDir' | 'again'>): void {
  const folder = payloadsFolder(dataDir ?? '')
  const files = listed(folder)
  if (files.length === 0) return
  // The person may have changed them since this process began.
  const { settings, sessionFolders } = again()
  for (const name of files) {
    const file = join(folder, name)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) continue
    const [engine = '', event] = name.split('.')
    const told = settings.skills === 'on' && stat.size <= MAX_PAYLOAD ? endIn(file, engine, event) : undefined
    if (told === 'unfinished' && Date.now() - stat.mtimeMs < UNFINISHED_MS) continue
    if (typeof told === 'object')
      spool.put(jobName(told), jobOf(told, sessionFolders[engine] ?? [], Math.floor(stat.mtimeMs)))
    rmSync(file, { force: true })
  }
}

/** What a file tells of; undefined for an event that is ignored. */
function endIn(file: string, engine: string, event: string | undefined): RunEnded | 'unfinished' | undefined {
  let payload: unknown
  try {
    payload = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return 'unfinished'
  }
  const told = hookProtocol(engine)?.read(payload, event)
  return told?.kind === 'prompt_submitted' ? undefined : told
}
