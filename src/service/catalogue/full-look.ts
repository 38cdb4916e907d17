import { visibilityOf } from '../../domain/visibility.ts'
import type { SkillChange, SkillRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import type { FoundSkills } from '../offers/found-skills.ts'
import { byName, isSettled, WITHHELD } from './last-full-look.ts'

export interface FullLookParts
  extends Core<'store' | 'folder' | 'clock' | 'repairs' | 'clearance' | 'copies' | 'tell'> {
  /** Called when a change in the folder was taken into rows here. */
  readonly taken: () => void
  /** The process has a deadline and is killed when it passes. */
  readonly hurried?: boolean | undefined
  /** After drafting a skill, no full look is made until this many milliseconds have passed since the last one. */
  readonly restMs?: number | undefined
}

/** Looks at every folder, and takes what changed there into rows. */
export function createFullLook(
  parts: FullLookParts,
  reading: FoundSkills,
  hold: (rows: ReadonlyMap<string, SkillRecord>) => void,
) {
  const { store, folder, clock, repairs, taken, tell, hurried = false, restMs = 0 } = parts
  const { apply, takeBack, withdraws } = createWithdrawal(parts)
  // Loaded where a folder changed: it judges what lies in one.
  const folderEdits = builtOnce(async () =>
    (await import('./folder-edits.ts')).createFolderEdits({ ...parts, reading, store: { ...store, apply } }),
  )
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

  return { look, unknown, isRecent, syncHeld, syncEach, withdraws }
}

/** Takes the copies of skills that may no longer be offered out of the folders of agents. */
function createWithdrawal({ store, copies }: Core<'store' | 'copies'>) {
  /** Whether copies still have to be withdrawn. */
  let owed = false

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

  /** Whether copies have to be withdrawn since this was asked last. */
  function withdraws(): boolean {
    const was = owed
    owed = false
    return was
  }

  return { apply, takeBack, withdraws }
}

/** From this number of new folders on progress is shown: reading fewer takes some tenths of a second. */
const TOLD_EVERY = 20

/** How long a process with a deadline takes in new folders, in ms; one at least, so that all are reached. */
const HURRIED_MS = 500
