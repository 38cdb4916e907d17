import { asWaylandError } from '../../domain/errors.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { OfferRule } from '../../domain/visibility.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { createFoundSkills } from '../offers/found-skills.ts'
import type { Catalogue } from './catalogue.ts'
import { createFullLook, type FullLookParts } from './full-look.ts'
import { createHeldSkills } from './held-skills.ts'
import { byName, createLastFullLook, isSettled, isWhereItLies, type Present } from './last-full-look.ts'

interface CatalogueParts extends FullLookParts {
  readonly offer: OfferRule
  /** Called after a look that withdrew skills of which copies lie in the folders of agents. */
  readonly withdrawn: () => Promise<void>
  /** Skills are as the last look of another process left them; what was changed since is not offered. */
  readonly asKnown?: boolean | undefined
}

export function createCatalogue(parts: CatalogueParts): Catalogue {
  const { store, folder, asKnown = false } = parts
  const { hold, reads, namedRows, registered } = createHeldSkills(parts)
  const looks = createLooks(parts, hold)
  const { begin, sync, refresh, syncHeld, scanned, settled, wrote } = looks

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
    const rows = await namedRows(names, looks.isScanning)
    if (looks.isWhole) return byName(rows)
    if (asKnown) return byName(await settled(rows))
    if (looks.isScanning) {
      await scanned(rows)
      return byName(await settled(await namedRows(names)))
    }
    for (const { name, stamp } of rows) {
      if ((await folder.stampOf(name)) === stamp) continue
      await sync()
      return byName(await namedRows(names))
    }
    return byName(rows)
  }

  return Object.assign(reads, {
    begin,
    sync,
    refresh,
    syncHeld,
    find,
    named,
    isScanning: () => looks.isScanning,
    isAsSeen: async ({ name, stamp }: SkillRecord) => (await folder.stampOf(name)) === stamp,
    async register(skill: SkillRecord) {
      registered(skill)
      await wrote()
    },
  } satisfies Omit<Catalogue, keyof typeof reads>)
}

type Hold = ReturnType<typeof createHeldSkills>['hold']

/** Decides when the skills folder is looked through: as a process begins, and where something may have changed since. */
function createLooks(parts: CatalogueParts, hold: Hold) {
  const { store, folder, withdrawn, tell, asKnown = false, hurried = false } = parts
  const reading = createFoundSkills({ folder, tell })
  const looking = createLastFullLook(parts, reading)
  const full = createFullLook(parts, reading, hold)
  const { syncHeld, syncEach, isRecent, withdraws } = full
  const lookThrough = createPatientLook(parts, { reading, looking, full, hold })
  /** Whether this process has examined every folder. */
  let isWhole = false
  /** Other safety rules were in force at the last full look: this process scans only what it would offer. */
  let isScanning = false
  /** The state of store and folder at the last look. */
  let looked: Present | undefined
  /** The change number of the row that this process wrote last. */
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
    const seen = await appearance()
    if (looked?.revision === seen.revision && looked.stamp === seen.stamp) return false
    const now = { ...seen, change: await store.skillChange() }
    if (looked?.revision === now.revision) {
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

  const appearance = async () => ({ revision: await store.revision(), stamp: await folder.stamp() })
  const present = async (): Promise<Present> => ({ ...(await appearance()), change: await store.skillChange() })

  async function sync(): Promise<ReadonlyMap<string, string>> {
    const now = await present()
    const { seen, isHeldUp } = await lookThrough(now)
    isWhole = true
    // Assigned only now: a concurrent caller must not take the earlier rows for the current ones.
    looked = isHeldUp ? undefined : now
    if (withdraws()) await withdrawn()
    return seen
  }

  /** Looks at the folders of those that the rules of now did not scan. */
  async function scanned(rows: readonly SkillRecord[]): Promise<void> {
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

  return {
    begin,
    sync,
    refresh,
    syncHeld,
    scanned,
    settled: looking.settled,
    get isWhole() {
      return isWhole
    },
    get isScanning() {
      return isScanning
    },
    /** To be called after this process wrote a row: it is no reason for a look. */
    async wrote(): Promise<void> {
      own = await store.skillChange()
    },
  }
}

/** A full look that waits for the processes that are writing, but not again right after it waited in vain. */
function createPatientLook(
  { store, folder, clock, repairs, tell }: CatalogueParts,
  {
    reading,
    looking,
    full: { look, unknown, syncHeld },
    hold,
  }: {
    readonly reading: ReturnType<typeof createFoundSkills>
    readonly looking: ReturnType<typeof createLastFullLook>
    readonly full: ReturnType<typeof createFullLook>
    readonly hold: Hold
  },
) {
  /** Until when, in Unix ms, a look does not wait for the process that held up an earlier one. */
  let heldUpUntil = Number.NEGATIVE_INFINITY

  /** The stamps of the folders by name, as far as they could be read. */
  return async (now: Present): Promise<{ readonly seen: ReadonlyMap<string, string>; readonly isHeldUp: boolean }> => {
    let seen: ReadonlyMap<string, string> = new Map()
    try {
      const { rows, folders } = await look()
      seen = folders
      const settled =
        rows.every(
          (row) =>
            isSettled(row, folders.get(row.name), reading.isRefused) &&
            (isWhereItLies(row, folder) || !(isWithdrawn(row) || folders.has(row.name))),
        ) && unknown(rows, folders).length === 0
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
      return { seen, isHeldUp: false }
    } catch (error) {
      const { kind, code } = asWaylandError(error)
      if (kind !== 'unavailable') throw error
      const isHeldUp = code === 'storage_locked'
      if (isHeldUp) heldUpUntil = clock.now().getTime() + HELD_UP_MS
      const what = 'the skills folder was not looked through; skills are as last known'
      tell({ kind: 'warning', what, cause: error })
      hold(byName(await store.skills()))
      return { seen, isHeldUp }
    }
  }
}

/** How long a look waits until it can write what it took in, in ms: a hundred times what a turn's transaction takes. */
const LOOK_WAIT_MS = 2_000
/** After a look that waited in vain, further ones take in what changed only where they need not wait, in ms. */
const HELD_UP_MS = 10_000
