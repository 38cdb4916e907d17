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

/** One file before and after, or as it would be after; undefined: no file. */
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
  /** Returns the changes without writing them. */
  readonly dryRun: boolean
}

/** Puts our hooks into an agent's files and returns what changed; nothing is written where they are there already. */
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
    // A folder that is made for the file is removed with it: noted before it is made, like every other change.
    const madeFolder = earlier?.madeFolder ?? (await missingFolder(target)) ?? null
    noted.push({ role, path, before: bare[role] ?? null, after: digestOf(after), madeFolder })
  }
  await journal.note({ engine: engine.name, project: projectOf(place), files: noted })
  try {
    await writeAll(files, next)
  } catch (error) {
    const isAsBefore = async () => isDeepStrictEqual(textsOf(await read(engine, place)), texts)
    // Without a write there is nothing to undo; after any write, ours or another's, the note is what restores the file.
    if (await isAsBefore().catch(() => false))
      await (known === undefined ? journal.forget(engine.name, place) : journal.note(known)).catch(() => {})
    throw error
  }
  return changes
}

/** Removes our hooks: restores the bytes from before where nothing changed since, else removes what is ours. */
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
    // A project may come from others: a link in it must not lead to a change of the person's own files.
    if (place.scope === 'project') for (const at of [path, file.target]) await insistInside(at, place.dir)
    return [role, file] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const textsOf = (files: Files): Texts =>
  Object.fromEntries(Object.entries(files).map(([role, { text }]) => [role, text]))

/** The texts from before our hooks, or the present texts without them. */
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

/** An empty file, or one with an empty object only. */
const NOTHING = /^\s*(?:\{\s*\}\s*)?$/

const changesOf = (files: Files, next: Texts): readonly FileChange[] =>
  Object.entries(files).flatMap(([role, { path, text }]) =>
    text === next[role] ? [] : [{ path, before: text, after: next[role] }],
  )

/** Writes every changed file; after a failed write, restores those that were written. */
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
