import type { ImportReport, SkillLoop } from '../../app/skill-loop.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import { agentsHere } from '../../engines/agents-here.ts'
import { openJournal } from '../../engines/journal.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { importToWire, type Learned, tellImport, tellRead } from '../import-text.ts'
import { tellNotUnderstood } from '../not-understood.ts'
import { outlookView } from '../outlook-text.ts'
import { bar, type Report } from '../report.ts'
import { noSessions, type SessionPlace, sessionPlaces } from '../session-places.ts'
import { tellUnreadable } from '../unreadable.ts'

/** Reads past sessions; says what was read, what was learned from it or why nothing was, and what to do next. */
export async function run({ words, json, report, open, settings }: Call): Promise<ExitCode> {
  const drafted = new Set<string>()
  const { readConfig } = await import('../../config/config.ts')
  const asked = sessionPlaces(words, readConfig({ given: settings }))
  if (asked.places.length === 0 && words.length > 0) throw noSessions(asked.missing)
  await using loop = await open({
    onEvent(event) {
      if (event.kind === 'draft' && event.receipt.path !== undefined) drafted.add(event.receipt.skill)
    },
  })
  const sum = await importAll(loop, asked.places, report)
  const learned: Learned = {
    ...asked,
    words,
    sum,
    drafted: (await loop.skills()).filter(({ name }) => drafted.has(name)),
    waiting: (await loop.skills()).filter((skill) => visibilityOf(skill).waits),
    outlook: await loop.outlook(),
    view: outlookView(loop.config.settings, new Date()),
    unconnected: await unconnected(loop),
  }
  if (json) report.json(importToWire(learned))
  else {
    tellRead(sum, report)
    // Switched off, nothing was read and there is nothing to report.
    if (loop.config.settings.skills === 'on') tellImport(learned, report)
    tellUnreadable(sum.errors, report)
    tellNotUnderstood(sum.notUnderstood, report)
  }
  return sum.errors.length + sum.notUnderstood.length > 0 ? EXIT.refused : EXIT.done
}

/** Reads all places in one import, so that their turns count in the order of time. */
async function importAll(loop: SkillLoop, places: readonly SessionPlace[], report: Report): Promise<ImportReport> {
  const sum = await loop.importAll(places, ({ file, bytes, size, turns }) =>
    report.progress(`${bar(size === 0 ? 1 : bytes / size)}  ${turns} turns  ${file}`),
  )
  report.progress(undefined)
  return sum
}

/** Agents on this machine whose hooks are not connected. */
async function unconnected({ config }: SkillLoop): Promise<readonly string[]> {
  const { engines, searchPath, dataDir, configHome } = config
  const here = await agentsHere(engines, searchPath, await openJournal(dataDir ?? configHome).all())
  return here.filter(({ isConnected }) => !isConnected).map(({ engine }) => engine)
}
