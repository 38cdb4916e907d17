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

/**
 * Makes jobs of the payloads that hooks have left, as of the events that a daemon is asked about, one for the ends of a session
 * that wait together, and deletes those that tell of none. Returns the number of payloads.
 */
export function takePayloads(
  spool: Pick<Spool, 'adopt'>,
  { dataDir, again }: Pick<Config, 'dataDir' | 'again'>,
): number {
  const folder = payloadsFolder(dataDir ?? '')
  const files = listed(folder)
  if (files.length === 0) return 0
  // The person may have changed them since this process began.
  const { settings, sessionFolders } = again()
  const found = files.flatMap((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat === undefined ? [] : [{ name, size: stat.size, at: stat.mtimeMs }]
  })
  let jobs = 0
  for (const { name, size, at } of found.sort((a, b) => a.at - b.at)) {
    const file = join(folder, name)
    const [engine = '', event] = name.split('.')
    const told = settings.skills === 'on' && size <= MAX_PAYLOAD ? endIn(file, engine, event) : undefined
    if (told === 'unfinished' && Date.now() - at < UNFINISHED_MS) continue
    if (typeof told === 'object') {
      // The last of a session's ends stands for those before it: to read its transcript up to there reads theirs.
      const { promptId: _, ...source } = told
      spool.adopt(jobName(told), jobOf(told, sessionFolders[engine] ?? [], Math.floor(at)), file, jobName(source))
      jobs++
    } else rmSync(file, { force: true })
  }
  return jobs
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
