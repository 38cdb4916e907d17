import { redactText } from '../../domain/redact.ts'
import { RedactingStream } from '../../domain/redact-stream.ts'
import type { ScheduledFolder } from '../../store/scheduled-folder.ts'

export type RunLog = ReturnType<typeof openRunLog>
export type Output = 'stdout' | 'stderr'

export type LogFiles = Pick<ScheduledFolder, 'appendLog' | 'saveLog' | 'readLog'>

/** Characters of a log at which its middle is left out, and of the two ends that stay. */
const MOST_KEPT = 2 ** 19
const END_KEPT = 2 ** 17

export const logOf = (fire: string): string => `${fire}.log`

/** What a run printed, kept as it goes: without secrets, and its beginning and end where it is long. */
export function openRunLog(files: LogFiles, name: string) {
  const known = new Map<string, string>()
  const streams = { stdout: new RedactingStream(known), stderr: new RedactingStream(known) }
  let size = 0
  let isWhole = true
  let values = 0
  let writing: Promise<unknown> = Promise.resolve()

  function write(text: string): void {
    if (text === '') return
    const isFull = size + text.length > MOST_KEPT
    const hasMore = known.size > values
    values = known.size
    size = isFull ? 2 * END_KEPT : size + text.length
    writing = writing
      .then(async () => {
        await files.appendLog(name, text)
        // A value that is known as a secret now may stand in earlier lines.
        if (isFull || hasMore) await tidyLog(files, name, known)
      })
      .catch(() => {
        isWhole = false
      })
  }

  return {
    said: (piece: string, on: Output): void => write(streams[on].take(piece)),
    /** Writes what is left, or `otherwise` where nothing was said. False where it could not be written. */
    async end(otherwise: string): Promise<boolean> {
      for (const stream of Object.values(streams)) write(stream.rest())
      if (size === 0) write(redactText(otherwise).text)
      await writing
      return isWhole
    },
  }
}

/** Takes secrets from a log as a whole, and its middle where it is too long. False where there is no log. */
export async function tidyLog(files: LogFiles, name: string, known?: Map<string, string>): Promise<boolean> {
  const text = await files.readLog(name)
  if (text === undefined) return false
  const tidy = bounded(redactText(text, known).text)
  if (tidy !== text) await files.saveLog(name, tidy)
  return true
}

function bounded(text: string): string {
  if (text.length <= MOST_KEPT) return text
  const [head, tail] = [text.slice(0, END_KEPT), text.slice(-END_KEPT)]
  return `${head}\n--- ${text.length - head.length - tail.length} characters are left out here\n${tail}`
}
