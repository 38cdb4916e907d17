import { join } from 'node:path'
import type { CalledSkill, ShelvedSkill } from '../../domain/bank/library-skill.ts'
import type { Tell } from '../../domain/event.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import type { LibraryFolder } from '../../store/library-folder.ts'
import type { LibraryStore, ShelfAsked, SkillChanges } from '../../store/ports/skill-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Approvals } from '../../store/verdict-files.ts'
import type { Clock } from '../clock.ts'
import { createShelving, isAsRead, type ReadNow, type ShelfReading } from './shelf-reading.ts'

export type Shelf = ReturnType<typeof createShelf>

export interface ShelfParts extends ShelfReading {
  readonly store: LibraryStore & Pick<SkillChanges, 'look' | 'saveLook' | 'revision'>
  readonly isThere: (folder: string) => boolean
  readonly stampOf: (folder: string) => string
  readonly pathsIn: (folder: string) => Iterable<string>
  readonly approvals: Pick<Approvals, 'read' | 'stamp'>
  readonly clock: Clock
  readonly tell: Tell
  /** Runs something once, a little later; the returned function cancels it. Absent in a process that ends at once. */
  readonly later?: ((run: () => void) => () => void) | undefined
}

/** Time after which a process that lives on looks at the folders again, in ms. */
const LOOK_MS = 30_000
/** Skills that are written in one transaction. */
const PIECE = 50

/**
 * The skills of shared libraries as rows, by which they are offered: a prompt reads none of their files but those of the
 * pick. Folders that cannot be reached are told of, and nothing of them is offered.
 */
export function createShelf(parts: ShelfParts) {
  const { store, skillStamp } = parts
  const looks = createShelfLooks(parts)
  const { roots, read, refresh, look, close } = looks
  let held: { readonly as: string; readonly skills: readonly SkillRecord[] } | undefined

  /** The files of a skill; undefined where they are not those that were approved. */
  async function filesOf({ id, digest }: SkillRecord): Promise<LibraryFolder['files'] | undefined> {
    const row = (await store.librarySkills(roots(), { names: [id] })).find((one) => one.id === id)
    const now = row === undefined ? undefined : await read(row.root, row.path)
    const isApproved = typeof now === 'object' && now.skill.standing === 'approved' && now.skill.digest === digest
    return isApproved ? now.files : undefined
  }

  return {
    refresh,
    look,
    roots,
    read,
    get generation() {
      return looks.generation
    },
    /** The skills of every standing, as they were last read. */
    skills: async (asked?: ShelfAsked): Promise<readonly CalledSkill[]> => await store.librarySkills(roots(), asked),
    /** Those that a person approved; the same array until one changes. */
    async offered(): Promise<readonly SkillRecord[]> {
      const all = roots()
      const as = [await store.revision(), looks.generation, ...all].join('\n')
      if (held?.as === as) return held.skills
      const skills = (await store.librarySkills(all, { standing: 'approved' })).map(recordOf)
      const isSame =
        skills.length === held?.skills.length && skills.every((one, at) => isSameRow(one, held?.skills[at]))
      held = { as, skills: isSame ? (held?.skills ?? skills) : skills }
      return held.skills
    },
    count: async () => await store.approvedCount(roots()),
    records: async () => await store.usedLibrarySkills(roots()),
    /** The approved ones that are called so, or whose SKILL.md says so of one alone. */
    async named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>> {
      const rows = await store.librarySkills(roots(), { standing: 'approved', names })
      return new Map(
        names.flatMap((name) => {
          const exact = rows.filter(({ id, called }) => id === name || called === name)
          const [one, ...more] = exact.length > 0 ? exact : rows.filter((row) => row.name === name)
          return one === undefined || more.length > 0 ? [] : [[name, recordOf(one)]]
        }),
      )
    },
    /** Whether the bytes are those that were approved; where they are not, its row is written anew. */
    isAsSeen: async (skill: SkillRecord) =>
      (skill.rules === RULES_VERSION && (await skillStamp(skill.path)) === skill.stamp) ||
      (await filesOf(skill)) !== undefined,
    filesOf,
    close,
  }
}

/** Reads the folders of libraries into rows. */
function createShelfLooks(parts: ShelfParts) {
  const { store, approvals, clock, tell, later } = parts
  const { roots, tellOnce } = reachable(parts)
  const reading = createRowReading(parts, tellOnce)
  const { lookAt, read } = reading
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let callOff: (() => void) | undefined
  let isClosed = false

  /**
   * Takes in what needs no look at the folders: other approvals, safety rules, folders. Returns whether anything changed;
   * a process that lives on looks at the folders a little later.
   */
  async function refresh(): Promise<boolean> {
    const before = reading.generation
    const known = `${approvals.stamp()} `
    for (const root of roots()) {
      const seen = await store.look(root)
      if (seen?.rules !== RULES_VERSION || !seen.stamp.startsWith(known)) await lookAt(root)
    }
    const isDue = Math.abs(clock.now().getTime() - lookedAt) >= LOOK_MS
    if (later !== undefined && isDue && callOff === undefined)
      callOff = later(() => {
        callOff = undefined
        look().catch((cause) => {
          // Broken off by the end of the process: the next one looks.
          if (!isClosed) tell({ kind: 'warning', what: 'the shared libraries were not looked through', cause })
        })
      })
    return before !== reading.generation
  }

  async function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = undefined
    })
    await looking
  }

  async function lookAtAll(): Promise<void> {
    lookedAt = clock.now().getTime()
    for (const root of roots()) await lookAt(root)
    for (const root of roots()) {
      const { length } = await store.librarySkills([root], { standing: 'blocked' })
      if (length > 0) tellOnce(`safety rules block ${length} of the skills in the library ${root}: they are not shown`)
    }
  }

  return {
    ...{ refresh, look, roots, read },
    get generation() {
      return reading.generation
    },
    close(): void {
      isClosed = true
      callOff?.()
      callOff = undefined
    },
  }
}

/** Reads skills of libraries, and writes their rows. */
function createRowReading(parts: ShelfParts, tellOnce: (what: string) => void) {
  const { store, folders, stampOf, pathsIn, skillStamp, approvals } = parts
  const shelved = createShelving(parts)
  let generation = 0

  /** Reads the skills of a library whose files, approval or rules are not those of their rows. */
  async function lookAt(root: string): Promise<void> {
    const stamp = `${approvals.stamp()} ${stampOf(root)}`
    const seen = await store.look(root)
    if (seen?.stamp === stamp && seen.rules === RULES_VERSION) return
    const digests = approvedDigests()
    const before = new Map((await store.librarySkills([root])).map((skill) => [skill.path, skill]))
    const withheld: string[] = []
    let fresh: ShelvedSkill[] = []
    for (const path of pathsIn(root)) {
      const row = before.get(path)
      const isSettled = row !== undefined && (await isAsRead(row, digests, skillStamp))
      const read = isSettled ? undefined : await shelved(root, path, digests)
      if (typeof read === 'string') withheld.push(read)
      if (typeof read === 'object') fresh.push(read.skill)
      if (isSettled || typeof read === 'object') before.delete(path)
      if (fresh.length >= PIECE) fresh = await keep(fresh)
    }
    await keep(
      fresh,
      [...before.values()].map(({ id }) => id),
    )
    await store.saveLook(root, { stamp, change: 0, rules: RULES_VERSION })
    if (withheld.length > 0)
      tellOnce(
        `${withheld.length} of the skills in the library ${root} are not shown: ${withheld[0]}; make it your own (chmod -R go-w), or copy it`,
      )
  }

  async function keep(skills: readonly ShelvedSkill[], gone: readonly string[] = []): Promise<ShelvedSkill[]> {
    if (skills.length + gone.length > 0) {
      await store.keepLibrarySkills(skills, gone)
      generation++
    }
    return []
  }

  const approvedDigests = (): ReadonlySet<string> => new Set(approvals.read().map(({ digest }) => digest))

  /** Reads one skill, and writes its row anew; undefined, or why, where there is none that may be read. */
  async function read(root: string, path: string): Promise<ReadNow | string | undefined> {
    const found = await shelved(root, path, approvedDigests())
    const isRead = found !== undefined && typeof found !== 'string'
    await keep(isRead ? [found.skill] : [], isRead ? [] : [`${folders().get(root) ?? ''}/${path}`])
    return found
  }

  return {
    ...{ lookAt, read },
    /** Ascends with each row that changes here. */
    get generation() {
      return generation
    },
  }
}

/** The folders that can be reached; the others are told of once. */
function reachable({ folders, isThere, tell }: ShelfParts) {
  const told = new Set<string>()

  function roots(): readonly string[] {
    return [...folders().keys()].filter((folder) => {
      const isHere = isThere(folder)
      const away = `the library ${folder} cannot be reached: its skills are not offered`
      if (isHere) told.delete(away)
      else tellOnce(away)
      return isHere
    })
  }

  function tellOnce(what: string): void {
    if (!told.has(what)) tell({ kind: 'warning', what })
    told.add(what)
  }

  return { roots, tellOnce }
}

const isSameRow = (one: SkillRecord, other: SkillRecord | undefined): boolean =>
  one.name === other?.name && one.digest === other.digest && one.stamp === other.stamp && one.rules === other.rules

/** An approved skill of a library as any other skill: active, and reviewed. */
const recordOf = ({
  id,
  called,
  name,
  root,
  path,
  version,
  examples,
  standing,
  size,
  ...skill
}: CalledSkill): SkillRecord => ({
  ...{ ...skill, id, name: called, title: name, path: join(root, path) },
  ...{ origin: 'person', status: 'active', signature: null, needsReview: false, altered: false, evidenceCount: 0 },
  ...{ headVersion: version ?? skill.digest.slice(0, 12), createdAt: 0 },
})
