import { asWaylandError } from '../../domain/errors.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import { type OfferRule, visibilityOf } from '../../domain/visibility.ts'
import type { SkillChange, SkillRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import { createFoundSkills, type FoundSkills } from '../offers/found-skills.ts'
import type { Catalogue } from './catalogue.ts'
import { createHeldSkills } from './held-skills.ts'
import { byName, createLastFullLook, isSettled, type Present, WITHHELD } from './last-full-look.ts'

interface CatalogueParts extends Core<'store' | 'folder' | 'clock' | 'repairs' | 'clearance' | 'copies' | 'tell'> {
  readonly offer: OfferRule
  /** Called when a change in the folder was taken into rows here. */
  readonly taken: () => void
  /** Called after a look that withdrew skills of which copies lie in the folders of agents. */
  readonly withdrawn: () => Promise<void>
  /** The process has a deadline and is killed when it passes. */
  readonly hurried?: boolean | undefined
  /** Skills are as the last look of another process left them; what was changed since is not offered. */
  readonly asKnown?: boolean | undefined
  /**
   * After drafting a skill, this process makes no full look until this many milliseconds have passed since the last
   * one.
   */
  readonly restMs?: number | undefined
}

export function createCatalogue(parts: CatalogueParts): Catalogue {
  const { store, folder, clock, repairs, withdrawn, tell, asKnown = false, hurried = false } = parts
  const reading = createFoundSkills({ folder, tell })
  const looking = createLastFullLook(parts, reading)
  const { hold, reads, namedRows, registered } = createHeldSkills(parts)
  const { look, unknown, isRecent, syncHeld, syncEach, withdraws } = createFullLook(parts, reading, hold)
  /** Whether this process has examined every folder. */
  let isWhole = false
  /** Other safety rules were in force at the last full look: this process scans only what it would offer. */
  let isScanning = false
  /** The state of store and folder at the last look. */
  let looked: Present | undefined
  /** Until when, in Unix ms, a look does not wait for the process that held up an earlier one. */
  let heldUpUntil = Number.NEGATIVE_INFINITY
  /** The change number of the row that was registered last. */
  let own: number | undefined

  async function begin(brief = false): Promise<void> {
    if (asKnown) return
    const now = await present()
    isScanning = brief && hurried && (await looking.holdsBesideRules())
    if (isScanning || (brief && (await looking.holds()))) looked = now
    else await sync()
  }

  async function refresh(): Promise<boolean> {
    if (asKnown) return false
    const now = await present()
    if (looked?.revision === now.revision) {
      if (looked.stamp === now.stamp) return false
      // What this process is just writing is offered once it is written: a prompt does not wait for a draft.
      if (store.folderLock.isTaken) return false
      // The only changes are drafts of this process: a full look after each of many drafts would be most of the work.
      if (own === now.change && isRecent()) return false
    }
    // Another process recorded a turn or an outcome, which changes no skill: the rows need not be read.
    if (looked?.stamp === now.stamp && looked.change === now.change) looked = now
    else await sync()
    return true
  }

  const present = async (): Promise<Present> => ({
    revision: await store.revision(),
    stamp: await folder.stamp(),
    change: await store.skillChange(),
  })

  async function sync(): Promise<ReadonlyMap<string, string>> {
    const now = await present()
    let seen: ReadonlyMap<string, string> = new Map()
    let isHeldUp = false
    try {
      const { rows, folders } = await look()
      seen = folders
      const settled =
        rows.every((row) => isSettled(row, folders.get(row.name), reading.isRefused)) &&
        unknown(rows, folders).length === 0
      // Nothing to take in, the usual case: no lock is needed.
      if (settled && !(await repairs.needsRepair())) {
        hold(byName(rows))
        // Refused folders are reported at every start, so a look that refused one is not kept as complete.
        if (!reading.hasRefused()) await looking.keep(now.stamp, now.change)
      } else {
        // A command that only shows what is known does not stand still for as long as one that must write.
        await store.insistWritable(clock.now().getTime() < heldUpUntil ? 0 : LOOK_WAIT_MS)
        await store.folderLock(async () => await syncHeld())
      }
    } catch (error) {
      const { kind, code } = asWaylandError(error)
      if (kind !== 'unavailable') throw error
      isHeldUp = code === 'storage_locked'
      if (isHeldUp) heldUpUntil = clock.now().getTime() + HELD_UP_MS
      const what = 'the skills folder was not looked through; skills are as last known'
      tell({ kind: 'warning', what, cause: error })
      hold(byName(await store.skills()))
    }
    isWhole = true
    // Assigned only now: a concurrent caller must not take the earlier rows for the current ones.
    looked = isHeldUp ? undefined : now
    if (withdraws()) await withdrawn()
    return seen
  }

  async function find(reference: string): Promise<SkillRecord> {
    await refresh()
    try {
      const skill = findSkill(await store.skillsLike(reference), reference)
      if (((await folder.stampOf(skill.name)) ?? '') === skill.stamp) return skill
    } catch {
      // A row that another process added since, for an existing folder, is found by the full look below.
    }
    await sync()
    return findSkill(await store.skillsLike(reference), reference)
  }

  async function named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>> {
    const rows = await namedRows(names, isScanning)
    if (isWhole) return byName(rows)
    if (asKnown) return byName(await looking.settled(rows))
    if (isScanning) {
      await scan(rows)
      return byName(await looking.settled(await namedRows(names)))
    }
    for (const { name, stamp } of rows) {
      if ((await folder.stampOf(name)) === stamp) continue
      await sync()
      return byName(await namedRows(names))
    }
    return byName(rows)
  }

  /** Looks at the folders of those that the rules of now did not scan. */
  async function scan(rows: readonly SkillRecord[]): Promise<void> {
    const settled = new Set(await looking.settled(rows))
    const left = rows.filter((row) => !settled.has(row))
    if (left.length === 0) return
    try {
      await store.folderLock(async () => {
        const isAlone = looked?.change === (await store.skillChange())
        await syncEach(left)
        // Else the next hint would find more changes than it looks at, and look through all folders.
        if (isAlone) await looking.prolong(await store.skillChange())
      })
      looked = await present()
    } catch (error) {
      const { kind } = asWaylandError(error)
      if (kind !== 'unavailable') throw error
      tell({ kind: 'warning', what: 'skills that other safety rules scanned are not offered', cause: error })
    }
    if (withdraws()) await withdrawn()
  }

  return Object.assign(reads, {
    begin,
    sync,
    refresh,
    syncHeld,
    find,
    named,
    isScanning: () => isScanning,
    isAsSeen: async ({ name, stamp }: SkillRecord) => (await folder.stampOf(name)) === stamp,
    async register(skill: SkillRecord) {
      registered(skill)
      own = await store.skillChange()
    },
  } satisfies Omit<Catalogue, keyof typeof reads>)
}

/** Looks at every folder, and takes what changed there into rows. */
function createFullLook(
  parts: CatalogueParts,
  reading: FoundSkills,
  hold: (rows: ReadonlyMap<string, SkillRecord>) => void,
) {
  const { store, folder, clock, repairs, copies, taken, tell, hurried = false, restMs = 0 } = parts
  // Loaded where a folder changed: it judges what lies in one.
  const folderEdits = builtOnce(async () =>
    (await import('./folder-edits.ts')).createFolderEdits({ ...parts, reading, store: { ...store, apply } }),
  )
  /** Whether copies of skills that may no longer be offered still have to be withdrawn. */
  let owed = false
  /** When the last full look began, in Unix ms. */
  let wholeAt = Number.NEGATIVE_INFINITY

  async function syncHeld(skill?: string): Promise<void> {
    if (skill !== undefined && isRecent() && (await isAsKnown(skill))) return
    const { rows, folders, repaired } = await lookRepaired()
    const found = new Map(byName(rows))
    const changed: SkillRecord[] = []
    const take = (row: SkillRecord | undefined): void => {
      if (row === undefined) return
      found.set(row.name, row)
      changed.push(row)
    }
    const edits = await folderEdits()
    const until = clock.now().getTime() + HURRIED_MS
    const isOver = () => hurried && clock.now().getTime() > until
    for (const row of rows) {
      take(await edits.reconcile(row, folders.get(row.name)))
      if (isOver()) break
    }
    const fresh = [...folders].filter(([name]) => !found.has(name))
    for (const [at, [name, stamp]] of fresh.entries()) {
      take(await edits.adopt(name, stamp))
      if (at + 1 === fresh.length || at % TOLD_EVERY === 0)
        tell({ kind: 'progress', what: 'reading your skills', done: at + 1, of: fresh.length })
      // The remaining folders wait for the next look; until then their skills are not offered.
      if (isOver()) break
    }
    hold(found)
    // A row that was restored after the database was lost may be of a skill that was withdrawn since.
    for (const row of repaired.length > 0 ? found.values() : changed) await takeBack(row)
    if (changed.length > 0) taken()
  }

  /** Takes what changed in the folders of these skills, whatever lies in others, into rows. */
  async function syncEach(rows: readonly SkillRecord[]): Promise<void> {
    const edits = await folderEdits()
    for (const row of rows) {
      const after = await edits.reconcile(row, await folder.stampOf(row.name))
      if (after !== undefined) await takeBack(after)
    }
    taken()
  }

  /** Files left by an interrupted run must not be taken for a person's edit, nor a folder whose row is lost for theirs. */
  async function lookRepaired() {
    const done = (await repairs.needsRepair()) ? await repairs.repair() : []
    const before = await look()
    const regained = await repairs.regain(unknown(before.rows, before.folders))
    const repaired = [...done, ...regained]
    for (const what of repaired) tell({ kind: 'repaired', what })
    return { ...(regained.length === 0 ? before : await look()), repaired }
  }

  const isRecent = (): boolean => Math.abs(clock.now().getTime() - wholeAt) < restMs

  /** Whether a skill's folder agrees with its row, with nothing left by an interrupted run. */
  async function isAsKnown(name: string): Promise<boolean> {
    const [row, stamp] = [await store.skill(name), await folder.stampOf(name)]
    const agrees = row === undefined ? stamp === undefined : isSettled(row, stamp, reading.isRefused)
    return agrees && !(await repairs.needsRepair())
  }

  /** The second copy goes before the row says so: a kill in between is found by the next look, one after it never. */
  async function apply(change: SkillChange): Promise<boolean> {
    if (WITHHELD.has(change.skill.status)) await copies.withdraw(change.skill)
    return await store.apply(change)
  }

  /** Withdraws the copies of a skill that may no longer be offered from the folders of agents. */
  async function takeBack(row: SkillRecord): Promise<void> {
    if (WITHHELD.has(row.status)) await copies.withdraw(row)
    if (!visibilityOf(row).exported && (await store.exportsOf(row.name)).length > 0) owed = true
  }

  async function look() {
    wholeAt = clock.now().getTime()
    const folders = new Map((await folder.list()).map(({ name, stamp }) => [name, stamp]))
    return { folders, rows: await store.skills() }
  }

  /** Names of folders without a row that may hold a skill. */
  function unknown(rows: readonly SkillRecord[], folders: ReadonlyMap<string, string>): readonly string[] {
    const names = new Set(rows.map(({ name }) => name))
    return [...folders].flatMap(([name, at]) => (names.has(name) || reading.isRefused(name, at) ? [] : [name]))
  }

  return {
    ...{ look, unknown, isRecent, syncHeld, syncEach },
    /** Whether copies have to be withdrawn since this was asked last. */
    withdraws(): boolean {
      const was = owed
      owed = false
      return was
    },
  }
}

/** How long a look waits until it can write what it took in, in ms: a hundred times what a turn's transaction takes. */
const LOOK_WAIT_MS = 2_000
/** After a look that waited in vain, further ones take in what changed only where they need not wait, in ms. */
const HELD_UP_MS = 10_000

/** From this number of new folders on progress is shown: reading fewer takes some tenths of a second. */
const TOLD_EVERY = 20

/**
 * How long a process with a deadline takes in new folders, in ms; it takes at least one, so that all are reached in
 * time.
 */
const HURRIED_MS = 500
