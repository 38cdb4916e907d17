import { asWaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import type { Counts } from '../domain/hydration.ts'
import type { SkillMark } from '../domain/retrieval/saved.ts'
import { RULES_VERSION } from '../domain/safety/rules-version.ts'
import { findSkill } from '../domain/skill-reference.ts'
import { type OfferRule, type Seen, visibilityOf } from '../domain/visibility.ts'
import type { HasFolderLock } from '../store/folder-lock.ts'
import type { ExportStore } from '../store/ports/export-store.ts'
import type { ChangedSkills, SkillChanges } from '../store/ports/skill-changes.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import { type AdoptionStore, createAdoption } from './adoption.ts'
import type { Clearance } from './clearance.ts'
import type { Clock } from './clock.ts'
import { byName, isSame, type Present, WITHHELD } from './held-rows.ts'
import { createLooking } from './looking.ts'
import type { SecondCopies } from './second-copies.ts'
import type { SkillPublisher } from './skill-publisher.ts'

/** The skills of one running loop: rows and folders brought together, and the one rule of who may see what. */
export interface Catalogue {
  /** The first look; a process that asks little looks only at what the last whole look of any process does not answer. */
  begin(brief?: boolean): Promise<void>
  /** Reads what changed in the skills folder since the last look into rows. */
  sync(): Promise<void>
  /** Syncs when another process or a person may have changed something since; whether it did. */
  refresh(): Promise<boolean>
  /** The same as `sync`, for a caller that holds the folder's lock already; at `skill` alone where a look at all is recent. */
  syncHeld(skill?: string): Promise<void>
  /** Skills that may be offered to a model; the same list as long as nothing was taken in. */
  offered(): Promise<readonly SkillRecord[]>
  /** A skill that may be put before a model by its name. */
  visible(name: string): Promise<SkillRecord | undefined>
  /**
   * Those of these names that may be offered. Where not all were looked at, these are, and everything is looked through if
   * one of them is not as its row says.
   */
  named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>>
  /** Rises whenever a skill was taken in here: what was read before may be of other skills. */
  readonly generation: number
  /** Up to which change of the rows skills are known, and by which rule they are offered. */
  mark(): Promise<SkillMark>
  /** Skills whose rows changed since a mark, with those that may be offered; undefined where only a look at all tells. */
  changedSince(mark: SkillMark): Promise<ChangedSkills | undefined>
  /** What skills in use that may be offered have on record. */
  records(): Promise<readonly Counts[]>
  /** Whether the bytes of a skill are still those that its row speaks of; the look after a "no" takes the others in. */
  isAsSeen(skill: SkillRecord): Promise<boolean>
  /**
   * The skill that a name, an id or a unique beginning of one means, after a look at its folder alone; everything is looked
   * through where that changed, or nothing is called so. Throws `no_such_skill` or `ambiguous_skill`.
   */
  find(reference: string): Promise<SkillRecord>
  /** Every skill with a row. */
  all(): Promise<readonly SkillRecord[]>
  /** Takes in a skill that was written just now, without a look at the folder. */
  register(skill: SkillRecord): Promise<void>
}

export function createCatalogue(parts: {
  readonly store: AdoptionStore & ExportStore & HasFolderLock & SkillChanges & SkillLookups
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly placement: Pick<SkillPublisher, 'needsRepair' | 'repair'>
  readonly clearance: Clearance
  readonly copies: Pick<SecondCopies, 'withdraw'>
  readonly offer: OfferRule
  /** Told when what a person did in the folder was taken into rows here. */
  readonly taken: () => void
  /** Called after a look that took skills from models which have copies in the folders of agents. */
  readonly withdrawn: () => Promise<void>
  readonly tell: Tell
  /** This process is ended when its time is up. */
  readonly hurried?: boolean | undefined
  /** What is drafted here asks for no look at all folders this long after the last one, in milliseconds. */
  readonly restMs?: number | undefined
}): Catalogue {
  const { store, folder, clock, placement, copies, offer, taken, withdrawn, tell, hurried = false, restMs = 0 } = parts
  const adoption = createAdoption(parts)
  const looking = createLooking({ ...parts, adoption })
  /** Undefined as long as nobody asked for all of them. */
  let skills: ReadonlyMap<string, SkillRecord> | undefined
  let offered: readonly SkillRecord[] = []
  let generation = 0
  /** Every folder was looked at here. */
  let isWhole = false
  /** Copies of skills that no model may have any more were not taken back yet. */
  let owed = false
  /** What was there at the last look. */
  let looked: Present | undefined
  /** When the last look at all began, in ms since 1970; the change of rows with the last skill that was registered. */
  let wholeAt = Number.NEGATIVE_INFINITY
  let own: number | undefined

  async function begin(brief = false): Promise<void> {
    const now = await present()
    if (brief && (await looking.holds())) looked = now
    else await sync()
  }

  async function refresh(): Promise<boolean> {
    const now = await present()
    if (looked?.revision === now.revision && looked.stamp === now.stamp) return false
    // What changed is what was drafted here: a look at all after each of many would be most of the work.
    if (looked?.revision === now.revision && own === now.change && isRecent()) return false
    // A turn or an outcome that another process recorded changes no skill: no need to read them all for it.
    if (looked?.stamp === now.stamp && looked.change === now.change) looked = now
    else await sync()
    return true
  }

  const present = async (): Promise<Present> => ({
    revision: await store.revision(),
    stamp: await folder.stamp(),
    change: await store.skillChange(),
  })

  async function sync(): Promise<void> {
    const now = await present()
    try {
      const { rows, folders } = await look()
      const settled = rows.every((row) => adoption.isSettled(row, folders.get(row.name))) && !hasUnknown(rows, folders)
      // Nothing to take in, as nearly always: no need to wait for a process that writes just now.
      if (settled && !(await placement.needsRepair())) {
        hold(byName(rows))
        // What is refused is told of at every start.
        if (!adoption.hasRefused()) await looking.keep(now.stamp, now.change)
      } else await store.folderLock(async () => await syncHeld())
    } catch (error) {
      if (asWaylandError(error).kind !== 'unavailable') throw error
      tell({
        kind: 'warning',
        what: 'the skills folder was not looked through; skills are as last known',
        cause: error,
      })
      hold(byName(await store.skills()))
    }
    isWhole = true
    // Not before: a caller that asks meanwhile must not take what was held for what was just seen.
    looked = now
    if (!owed) return
    owed = false
    await withdrawn()
  }

  async function syncHeld(skill?: string): Promise<void> {
    if (skill !== undefined && isRecent() && (await isAsKnown(skill))) return
    // What an interrupted run left must not look like a person's doing; the holder of the lock is alone with it.
    const repaired = (await placement.needsRepair()) ? await placement.repair() : []
    for (const what of repaired) tell({ kind: 'repaired', what })
    const { rows, folders } = await look()
    const found = new Map(byName(rows))
    const changed: SkillRecord[] = []
    const take = (row: SkillRecord | undefined): void => {
      if (row === undefined) return
      found.set(row.name, row)
      changed.push(row)
    }
    for (const row of rows) take(await adoption.reconcile(row, folders.get(row.name)))
    const until = clock.now().getTime() + HURRIED_MS
    for (const [name, stamp] of folders) {
      if (found.has(name)) continue
      take(await adoption.adopt(name, stamp))
      // The others wait for the next look, and are offered to nobody until then.
      if (hurried && clock.now().getTime() > until) break
    }
    hold(found)
    // A row that a lost database has again may be of a skill that was withdrawn meanwhile.
    for (const row of repaired.length > 0 ? found.values() : changed) await takeBack(row)
    if (changed.length > 0) taken()
  }

  const isRecent = (): boolean => Math.abs(clock.now().getTime() - wholeAt) < restMs

  /** Whether a skill's folder is as its row says, and nothing was left by an interrupted run. */
  async function isAsKnown(name: string): Promise<boolean> {
    const [row, stamp] = [await store.skill(name), await folder.stampOf(name)]
    const isSettled = row === undefined ? stamp === undefined : adoption.isSettled(row, stamp)
    return isSettled && !(await placement.needsRepair())
  }

  /** What was put elsewhere for models of a skill that they may not have any more. */
  async function takeBack(row: SkillRecord): Promise<void> {
    if (WITHHELD.has(row.status)) await copies.withdraw(row)
    if (!visibilityOf(row).exported && (await store.exportsOf(row.name)).length > 0) owed = true
  }

  /** Rows that are what they were stay the same values, and so does the list of all when none changed. */
  function hold(now: ReadonlyMap<string, SkillRecord>): ReadonlyMap<string, SkillRecord> {
    const before = skills
    const held = new Map(
      [...now].map(([name, row]) => [name, isSame(before?.get(name), row) ? before!.get(name)! : row]),
    )
    skills = held
    const list = [...held.values()].filter(isOffered)
    if (list.length !== offered.length || list.some((skill, at) => skill !== offered[at])) {
      offered = list
      generation++
    }
    return held
  }

  const held = async (): Promise<ReadonlyMap<string, SkillRecord>> => skills ?? hold(byName(await store.skills()))

  async function find(reference: string): Promise<SkillRecord> {
    await refresh()
    try {
      const skill = findSkill(await store.skillsLike(reference), reference)
      if (((await folder.stampOf(skill.name)) ?? '') === skill.stamp) return skill
    } catch {
      // It may have come since, into a folder that was there.
    }
    await sync()
    return findSkill(await store.skillsLike(reference), reference)
  }

  const isOffered = (skill: Seen): boolean => visibilityOf(skill, offer).offered

  async function named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>> {
    const found = async () => {
      const rows =
        skills === undefined ? await store.skillsNamed(names) : names.flatMap((name) => skills?.get(name) ?? [])
      return rows.filter(isOffered)
    }
    const rows = await found()
    if (isWhole) return byName(rows)
    for (const { name, stamp } of rows) {
      if ((await folder.stampOf(name)) === stamp) continue
      await sync()
      return byName(await found())
    }
    return byName(rows)
  }

  /** What the index of skills holds depends on more than the rows: on what the settings and these rules make of them. */
  const rule = JSON.stringify([offer.drafts, offer.watching, RULES_VERSION])

  async function mark(): Promise<SkillMark> {
    const change = await store.skillChange()
    return { change, token: (await store.changeToken(change)) ?? '', rule }
  }

  async function changedSince(from: SkillMark): Promise<ChangedSkills | undefined> {
    if (from.rule !== rule || (await store.changeToken(from.change)) !== from.token) return undefined
    const changed = await store.skillsSince(from.change)
    return changed && { ...changed, skills: changed.skills.filter(isOffered) }
  }

  async function look() {
    wholeAt = clock.now().getTime()
    const folders = new Map((await folder.list()).map(({ name, stamp }) => [name, stamp]))
    return { folders, rows: await store.skills() }
  }

  function hasUnknown(rows: readonly SkillRecord[], folders: ReadonlyMap<string, string>): boolean {
    const names = new Set(rows.map(({ name }) => name))
    return [...folders].some(([name, stamp]) => !names.has(name) && !adoption.isRefused(name, stamp))
  }

  return {
    begin,
    sync,
    refresh,
    syncHeld,
    find,
    named,
    get generation() {
      return generation
    },
    mark,
    changedSince,
    records: async () => (await store.usedSkills()).filter(isOffered),
    async offered() {
      await held()
      return offered
    },
    async visible(name) {
      const skill = skills === undefined ? await store.skill(name) : skills.get(name)
      return skill !== undefined && visibilityOf(skill, offer).loadable ? skill : undefined
    },
    isAsSeen: async ({ name, stamp }) => (await folder.stampOf(name)) === stamp,
    all: async () => [...(await held()).values()],
    async register(skill) {
      if (skills !== undefined) hold(new Map(skills).set(skill.name, skill))
      else generation++
      own = await store.skillChange()
    },
  }
}

/** How long a hurried process looks at new folders, in milliseconds; at one at least, so that all are reached in the end. */
const HURRIED_MS = 500
