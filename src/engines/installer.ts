import { isDeepStrictEqual } from 'node:util'
import type { AgentSettings, Place, Program, Texts } from '../connect/agent-settings.ts'
import {
  missingFolder,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from '../connect/settings-file.ts'
import { asWaylandError } from '../domain/errors.ts'
import { insistInside } from '../store/insist-inside.ts'
import { digestOf, type Journal, type JournalFile, projectOf } from './journal.ts'

/** One file as it was and as it is, or would be. */
export interface FileChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface InstallParts {
  readonly engine: AgentSettings
  readonly place: Place
  readonly program: Program
  readonly journal: Journal
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean
}

/** Puts our hooks into an engine's files; nothing is written where they are there already. Gives what changed. */
export async function install({
  engine,
  place,
  program,
  journal,
  dryRun,
}: InstallParts): Promise<readonly FileChange[]> {
  const files = await read(engine, place)
  const texts = textsOf(files)
  const next = engine.connect(texts, program, place)
  const known = await journal.find(engine.name, place)
  const changes = changesOf(files, next)
  if (dryRun || (changes.length === 0 && known !== undefined)) return changes
  const bare = bareTexts({ engine, place, texts, known: known?.files ?? [] })
  const noted: JournalFile[] = []
  for (const [role, { path, target }] of Object.entries(files)) {
    const after = next[role]
    if (after === undefined) continue
    const earlier = known?.files.find((file) => file.role === role)
    // A folder that is made for the file goes with it: noted beforehand, as all is that is about to be done.
    const madeFolder = earlier?.madeFolder ?? (await missingFolder(target)) ?? null
    noted.push({ role, path, before: bare[role] ?? null, after: digestOf(after), madeFolder })
  }
  await journal.note({ engine: engine.name, project: projectOf(place), files: noted })
  try {
    await writeAll(files, next)
  } catch (error) {
    const isAsBefore = async () => isDeepStrictEqual(textsOf(await read(engine, place)), texts)
    // Where nothing was written, nothing must be taken for it; where anything was, by whomever, the note brings it back.
    if (await isAsBefore().catch(() => false))
      await (known === undefined ? journal.forget(engine.name, place) : journal.note(known)).catch(() => {})
    throw error
  }
  return changes
}

/** Takes our hooks out again: byte for byte what was there before where it is unchanged since, else only what is ours. */
export async function uninstall({
  engine,
  place,
  journal,
  dryRun,
}: Omit<InstallParts, 'program'>): Promise<readonly FileChange[]> {
  const files = await read(engine, place)
  const known = (await journal.find(engine.name, place))?.files ?? []
  const next = bareTexts({ engine, place, texts: textsOf(files), known })
  const changes = changesOf(files, next)
  if (dryRun) return changes
  await writeAll(files, next)
  for (const { role, path, madeFolder } of known)
    if (madeFolder !== null && next[role] === undefined)
      await removeEmptyFolders(files[role]?.target ?? path, madeFolder)
  await journal.forget(engine.name, place)
  return changes
}

type Files = Readonly<Record<string, SettingsFile>>

async function read(engine: AgentSettings, place: Place): Promise<Files> {
  const read = Object.entries(engine.files(place)).map(async ([role, path]) => {
    const file = await readSettings(path)
    // A project's files belong to others too: a link in it must not have those of the person changed.
    if (place.scope === 'project') for (const at of [path, file.target]) await insistInside(at, place.dir)
    return [role, file] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const textsOf = (files: Files): Texts =>
  Object.fromEntries(Object.entries(files).map(([role, { text }]) => [role, text]))

/** The texts as they were before our hooks, or as they would be without them. */
function bareTexts({
  engine,
  place,
  texts,
  known,
}: {
  readonly engine: AgentSettings
  readonly place: Place
  readonly texts: Texts
  readonly known: readonly JournalFile[]
}): Texts {
  const untouched = new Map(
    known.filter(({ role, after }) => digestOf(texts[role] ?? '') === after).map((file) => [file.role, file.before]),
  )
  const before = Object.fromEntries(known.map((file) => [file.role, file.before ?? undefined]))
  const isWhole = Object.entries(texts).every(([role, text]) => text === undefined || untouched.has(role))
  const without = isWhole ? {} : engine.disconnect(texts, before, place)
  return Object.fromEntries(
    Object.keys(texts).map((role) => {
      if (untouched.has(role)) return [role, untouched.get(role) ?? undefined]
      const text = without[role]
      const wasMade = known.some((file) => file.role === role && file.before === null)
      return [role, wasMade && NOTHING.test(text ?? '') ? undefined : text]
    }),
  )
}

/** What is left of a file that holds nothing. */
const NOTHING = /^\s*(?:\{\s*\}\s*)?$/

const changesOf = (files: Files, next: Texts): readonly FileChange[] =>
  Object.entries(files).flatMap(([role, { path, text }]) =>
    text === next[role] ? [] : [{ path, before: text, after: next[role] }],
  )

/** Writes what changed, all of it or none. */
async function writeAll(files: Files, next: Texts): Promise<void> {
  const written: SettingsFile[] = []
  try {
    for (const [role, file] of Object.entries(files)) {
      if (file.text === next[role]) continue
      await writeSettings(file, next[role])
      written.push({ ...file, text: next[role] })
    }
  } catch (error) {
    for (const file of written) {
      const role = Object.keys(files).find((one) => files[one]?.path === file.path) ?? ''
      await writeSettings(file, files[role]?.text).catch(() => {})
    }
    throw asWaylandError(error)
  }
}
