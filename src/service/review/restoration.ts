import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { MoveOptions } from '../../domain/lifecycle.ts'
import type { FolderState } from '../../store/read-skill-folder.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { newVersion, numberAfter } from '../catalogue/records.ts'
import type { Core } from '../core.ts'

/** What is left of a withdrawn skill: a version in the database, files in the archive, or both, which may differ. */
export interface Remains {
  readonly name: string
  /** Its current version in the database. */
  readonly version: { readonly number: string; readonly files: ReadonlyMap<string, Uint8Array> } | undefined
  /** The files in the archive, or put back under its name by hand. */
  readonly left: { readonly path: string; readonly files: ReadonlyMap<string, Uint8Array> } | undefined
  readonly differ: boolean
}

/** The version and files to restore, decided before anything is changed. */
export interface RestorePlan {
  readonly head: VersionRecord
  readonly files: SkillFiles
  /** Whether `head` is a new version with the files found. */
  readonly isNew: boolean
  /** A note on the files that were not chosen, and their path. */
  readonly reason: string | undefined
}

/** Finds what a withdrawn skill can be restored from: its version in the database, or the files found. */
export function createRestoration({ store, folder, clock }: Core<'store' | 'folder' | 'clock'>) {
  async function remains(row: SkillRecord): Promise<Remains> {
    const { head, files, left } = await look(row)
    const version = files === undefined ? undefined : { number: head.version, files }
    const whole = left.state === undefined ? undefined : { path: left.path, files: left.state.files }
    return {
      name: row.name,
      version,
      left: whole,
      differ: left.state !== undefined && left.state.digest !== head.digest,
    }
  }

  /** Throws `refused` if both exist, differ, and `use` names neither; `not_ours` if another skill has the name now. */
  async function decide(row: SkillRecord, use: MoveOptions['use']): Promise<RestorePlan> {
    const { head, files, left } = await look(row)
    await insistOnRoom(row, head, use)
    const { path, state, fault } = left
    if (use === 'files' && state === undefined) throw nothingLeft(row, path, fault)
    if (use === 'version' && files === undefined)
      throw new WaylandError('refused', `the database has no files of version ${head.version} of "${row.name}"`, {
        hint: 'Bring back the files that are left: add --use files.',
      })
    if (state?.digest === head.digest) return { head, files: state.files, isNew: false, reason: undefined }
    if (state !== undefined && (use === 'files' || files === undefined)) return await fromFiles(row, head, state, path)
    if (files === undefined) throw nothingLeft(row, path, fault)
    if (use === undefined && state !== undefined) throw differ(row, head, files, { path, files: state.files })
    if (use === undefined && fault !== undefined)
      throw new WaylandError('refused', `what is left of "${row.name}" cannot be read: ${fault}`, {
        hint: `Bring back version ${head.version} from the database, and leave that where it is: add --use version.`,
      })
    const stays = (state !== undefined || left.isHalf) && path !== `${folder.root}/${row.name}`
    const reason = stays ? `version ${head.version} came back; what was left of it stays in ${path}` : undefined
    return { head, files, isNew: false, reason }
  }

  async function look(row: SkillRecord) {
    const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
    if (head === undefined) throw new WaylandError('internal', `"${row.name}" has no version ${row.headVersion}`)
    const files = await store.files(head.id)
    return { head, files: digestFiles(files) === head.digest ? files : undefined, left: await leftOf(row, head) }
  }

  /** The skill's own bytes, put back under its name by a person or a tool, count as its files. */
  async function leftOf(row: SkillRecord, head: VersionRecord): Promise<Left> {
    const place = `${folder.root}/${row.name}`
    const back = row.path === place ? undefined : await folder.read(row.name).catch(() => undefined)
    if (back?.digest === head.digest) return { path: place, state: back, isHalf: false, fault: undefined }
    try {
      const kept = await folder.kept(row.path)
      return {
        path: row.path,
        state: typeof kept === 'object' ? kept : undefined,
        isHalf: kept === 'half',
        fault: undefined,
      }
    } catch (error) {
      return { path: row.path, state: undefined, isHalf: false, fault: (error as Error).message }
    }
  }

  /** The skill's name must be free, or hold its own files. */
  async function insistOnRoom(row: SkillRecord, head: VersionRecord, use: MoveOptions['use']): Promise<void> {
    if (!(await folder.occupied(row.name))) return
    const place = `${folder.root}/${row.name}`
    const there = await folder.read(row.name).catch(() => undefined)
    if (there?.digest === head.digest) return
    if (row.path === place && (there === undefined ? await folder.isRest(row.name) : use === 'files')) return
    throw new WaylandError('not_ours', `${place} is taken by something else; "${row.name}" cannot come back there`, {
      hint: 'Move or rename that folder first.',
    })
  }

  async function fromFiles(
    row: SkillRecord,
    head: VersionRecord,
    state: FolderState,
    path: string,
  ): Promise<RestorePlan> {
    const number = numberAfter(await store.versions(row.id))
    const said = { reason: `the files in ${path} as they were left`, digest: state.digest }
    const version = newVersion(clock, { skillId: row.id, version: number, parentId: head.id, ...said })
    const reason = `the files that were left came back, as version ${number}; ${head.version} stays in its history`
    return { head: version, files: state.files, isNew: true, reason }
  }

  return { remains, decide }
}

interface Left {
  readonly path: string
  readonly state: FolderState | undefined
  /** The path is occupied by something that cannot be read as a skill. */
  readonly isHalf: boolean
  /** Why it cannot be read. */
  readonly fault: string | undefined
}

const nothingLeft = ({ name, headVersion }: SkillRecord, path: string, fault: string | undefined) =>
  new WaylandError('refused', `no whole files of "${name}" lie in ${path}${fault === undefined ? '' : ` (${fault})`}`, {
    hint: `Bring back version ${headVersion} from the database: wayland-core skills restore ${name} --use version`,
  })

function differ(
  { name }: SkillRecord,
  { version }: VersionRecord,
  files: SkillFiles,
  left: { readonly path: string; readonly files: SkillFiles },
): WaylandError {
  const paths = [...new Set([...files.keys(), ...left.files.keys()])].sort()
  const changed = paths.filter((path) => !isSame(files.get(path), left.files.get(path)))
  return new WaylandError(
    'refused',
    `the files of "${name}" in ${left.path} differ from version ${version} (${listed(changed)}); nothing was changed`,
    {
      hint: `Choose what comes back, the other is kept: "wayland-core skills restore ${name} --use files" or "… --use version".`,
    },
  )
}

const isSame = (a: string | Uint8Array | undefined, b: string | Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && Buffer.from(a).equals(Buffer.from(b))

const MAX_LISTED = 5

const listed = (paths: readonly string[]): string =>
  paths.length <= MAX_LISTED
    ? paths.join(', ')
    : `${paths.slice(0, MAX_LISTED).join(', ')} and ${paths.length - MAX_LISTED} more`
