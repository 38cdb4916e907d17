import type { Task } from '../../domain/decision.ts'
import { fingerprint } from '../../domain/digest.ts'
import { REST_MS } from '../../domain/rest.ts'
import type { ReadSource } from '../../store/ports/turn-store.ts'
import type { ResumePoint } from '../../transcript/accounted-reader.ts'
import type { TurnOutput } from '../../transcript/reader.ts'
import type { Core } from '../core.ts'
import { lastTurn } from './transcript-source.ts'

export interface TranscriptFile {
  readonly path: string
  readonly engine: string
}

/** How far a file was read, as it is stored. */
export function createImportSource({ clock, redact }: Core<'clock'> & { readonly redact: (task: Task) => Task }) {
  /** The key of a file: its redacted path, with a hash where redaction changed it. */
  function keyOf(path: string): string {
    const { text } = redact({ text: path })
    return text === path ? path : `${text}#${fingerprint(path)}`
  }

  /** The session id and folder to continue a file with, redacted as in its turns. */
  function ids({ sessionId, projectDir }: ResumePoint['context']): ResumePoint['context'] {
    const {
      text: _,
      project: _p,
      ...kept
    } = redact({
      text: '',
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(projectDir === undefined ? {} : { projectDir }),
    })
    return kept
  }

  function sourceOf({ path, engine }: TranscriptFile, resume: ResumePoint): ReadSource {
    const context = { ...resume.context, ...ids(resume.context) }
    return {
      path: keyOf(path),
      engine,
      resume: JSON.stringify({ ...resume, context }),
      at: clock.now().getTime(),
    }
  }

  /**
   * Whether an agent may still be writing the file. A new file with an old turn is a copy; a time in the future comes
   * from a wrong clock and is ignored.
   */
  function isBeingWritten({ changed }: ResumePoint, words: TurnOutput): boolean {
    const now = clock.now().getTime()
    const { began = 0 } = lastTurn(words)
    return now >= changed && now - changed < REST_MS && now - began < LONGEST_RUN_MS
  }

  return { keyOf, sourceOf, isBeingWritten }
}

/** Upper bound of a run's duration, in ms. */
const LONGEST_RUN_MS = 86_400_000
