import { LineSplitter } from '../../../src/domain/line-splitter.ts'
import { toTrajectory } from '../../../src/domain/turn.ts'
import { TRANSCRIPT_ENGINES } from '../../../src/engines/engines.ts'
import { readerOf } from '../../engines/loaded.ts'
import { type Below, changed } from '../mutation.ts'
import type { Subject } from '../subjects.ts'
import { filesOf, nothing } from './fixtures.ts'

/** The session files of every engine. */
export const TRANSCRIPT_SUBJECTS: Readonly<Record<string, Subject>> = Object.fromEntries(
  TRANSCRIPT_ENGINES.map((engine) => [
    engine,
    async () => {
      const folders = engine === 'codex' ? ['codex', 'codex-exec-json'] : [engine]
      const files = filesOf(...folders.map((folder) => `transcripts/${folder}`))
      return { once: (below: Below) => read(engine, files, below), [Symbol.asyncDispose]: nothing }
    },
  ]),
)

/** No fault, every line told at most once, every turn one that the recorder takes. */
function read(engine: string, files: readonly Buffer[], below: Below): void {
  const bytes = changed(files, below)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, 200_000)
  const reader = readerOf(engine, 'fuzz')
  const told = new Set<number>()
  const outputs = []
  const chunk = 1 + below(65_536)
  for (let from = 0; from < bytes.length; from += chunk)
    for (const line of splitter.push(bytes.subarray(from, from + chunk)))
      if (line.kind === 'text') outputs.push(...reader.push(line.text, line.at))
  reader.openAt()
  JSON.stringify(reader.context())
  outputs.push(...reader.end())
  for (const output of outputs) {
    if (output.kind === 'turn') {
      toTrajectory(output.turn, new Date(0))
      if (!output.turn.promptId || !output.turn.sessionId) throw new Error('a turn without its identity')
    } else if (told.has(output.line)) throw new Error(`line ${output.line} is told twice`)
    else told.add(output.line)
  }
}
