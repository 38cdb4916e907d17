import { join } from 'node:path'
import { digestFiles } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import { type Shaped, type SkillFormat, shapedFor } from '../../domain/export/shape.ts'
import type { ExportFolder } from '../../store/copies-folder.ts'
import type { ExportRecord, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { copyText } from './tool-names.ts'

/** An agent's skill folder that is to hold copies of active skills. */
export interface ExportTarget {
  readonly root: string
  /** `user`, or the folder of the project. */
  readonly base: string
  readonly engines: readonly string[]
  /** Other folders in which these engines find skills: a skill of the same name there would be seen twice. */
  readonly alsoRead: readonly string[]
}

export interface ExportLine {
  readonly skill: string
  readonly path: string
  /** `edited`: a person changed the copy, which stays; `foreign`: another file or folder has the name, and stays. */
  readonly status: 'written' | 'current' | 'withdrawn' | 'edited' | 'foreign' | 'refused' | 'failed'
  readonly reason?: string
  /** The projects of a skill whose copy agents see in every other one, too. */
  readonly seenBeyond?: readonly string[]
}

export interface CopyingParts extends Core<'store' | 'clock' | 'toolNames'> {
  /** The SKILL.md features that an engine supports. */
  readonly formatOf: (engine: string) => SkillFormat
}

/** Writes and withdraws the copies of skills in one folder, each with the record that it is ours. */
export function createCopying({ store, clock, toolNames, formatOf }: CopyingParts) {
  async function withdraw(folder: ExportFolder, record: ExportRecord): Promise<ExportLine> {
    const { skillName: skill, path } = record
    return await one(skill, path, async () => {
      const left = await folder.retract(skill, (digest) => record.digests.includes(digest))
      // A copy that a person edited is theirs from now on.
      await store.forgetExport(path)
      return left === 'foreign'
        ? { status: 'edited', reason: 'it was changed there, stays, and is yours from now on' }
        : { status: 'withdrawn' }
    })
  }

  /** The files of a version for one folder, and what to say of the names of tools in them. */
  async function shape(skill: SkillRecord, version: string, engines: readonly string[]) {
    const files = await store.files(version)
    const own = Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
    const { text, note: names } = await copyText(toolNames, skill, own, engines)
    const named = text === own ? files : new Map(files).set('SKILL.md', Buffer.from(text))
    const shaped: Shaped = shapedFor(named, skill.origin, engines.map(formatOf))
    return { shaped, names: names === undefined ? {} : { reason: names } }
  }

  /** Finds out what a copy needs, and records that it will be written; what is returned writes it. */
  async function prepare({ folder, target, skill, record, stamp, twin }: Copy): Promise<() => Promise<Outcome>> {
    const nothing = (outcome: Outcome) => async () => outcome
    const version = (await store.versions(skill.id)).find((v) => v.version === skill.headVersion)
    if (version === undefined) return nothing({ status: 'failed', reason: `it has no version ${skill.headVersion}` })
    // The stamp is unchanged since it was written: it need not be read.
    const tools = toolNames.edition()
    const isFor = record?.engines.join() === target.engines.join() && record.tools === tools
    if (isFor && record?.versionId === version.id && record.stamp !== null && record.stamp === stamp)
      return nothing({ status: 'current' })
    const { shaped, names } = await shape(skill, version.id, target.engines)
    const now = await folder.read(skill.name)
    if ('refused' in shaped) {
      if (record !== undefined) await withdraw(folder, record)
      return nothing({ status: 'refused', reason: shaped.refused })
    }
    const digest = digestFiles(shaped.files)
    const ours = record?.digests ?? []
    const theirs = inTheWay(record, now?.digest, twin, names.reason)
    if (theirs !== undefined) return nothing(theirs)
    const note: ExportRecord = {
      path: join(folder.root, skill.name),
      root: folder.root,
      base: target.base,
      engines: target.engines,
      skillName: skill.name,
      versionId: version.id,
      tools,
      digests: [digest],
      stamp: now?.stamp ?? null,
      at: clock.now().getTime(),
    }
    if (now?.digest === digest) {
      await store.noteExport(note)
      return nothing({ status: 'current' })
    }
    // Recorded before the write: no copy may exist without its record.
    await store.noteExport({ ...note, digests: [...new Set([...ours, digest])], stamp: null })
    return async () => {
      const published = await folder.publish(skill.name, shaped.files, (found) => ours.includes(found))
      if (published === 'foreign') {
        if (record === undefined) await store.forgetExport(note.path)
        return { status: 'foreign', reason: 'something else has this name there' }
      }
      // A replaced copy that is still there must be known for ours when it is swept.
      const kept = (await folder.hasLeftovers()) ? ours.filter((one) => one !== published.digest) : []
      await store.noteExport({ ...note, digests: [...kept, published.digest], stamp: published.stamp })
      return { status: 'written', ...names }
    }
  }

  return { prepare, withdraw }
}

interface Copy {
  readonly folder: ExportFolder
  readonly target: ExportTarget
  readonly skill: SkillRecord
  readonly record: ExportRecord | undefined
  readonly stamp: string | undefined
  /** Path of a skill of the same name in another folder that the engines read. */
  readonly twin: string | undefined
}

/** A file of another program or person at the copy's path, or a skill of the same name that would be seen beside it. */
function inTheWay(
  record: ExportRecord | undefined,
  digest: string | undefined,
  twin: string | undefined,
  names: string | undefined,
): Outcome | undefined {
  if (digest !== undefined && record?.digests.includes(digest) !== true)
    return record === undefined
      ? { status: 'foreign', reason: 'a skill of this name is there that wayland-core did not write' }
      : { status: 'edited', reason: [EDITED, ...(names === undefined ? [] : [names])].join('; ') }
  if (twin === undefined || record !== undefined) return undefined
  return { status: 'foreign', reason: `an agent that reads this folder finds a skill of this name in ${twin}, too` }
}

const EDITED = 'it was changed there; edit the skill itself, or remove that copy'

export type Outcome = Pick<ExportLine, 'status' | 'reason'>

/** A fault is the result for this copy, unless it `endsAll`. */
export async function one(
  skill: string,
  path: string,
  work: () => Promise<Outcome>,
  endsAll: (error: unknown) => boolean = () => false,
): Promise<ExportLine> {
  try {
    return { skill, path, ...(await work()) }
  } catch (error) {
    if (endsAll(error)) throw error
    return { skill, path, status: 'failed', reason: asWaylandError(error).message }
  }
}
