import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { seededRandom } from '../domain/bandit.ts'
import type { EventStream, LoopEvent } from '../domain/event.ts'
import { HALF_LIFE } from '../domain/routing/decay.ts'
import { toolTable, WITH_TOOLS } from '../engines/engines.ts'
import { reachOf } from '../engines/skill-folders.ts'
import { startLook } from '../platform/look-limit.ts'
import { processIsAlive } from '../platform/process.ts'
import { createShelf, type Shelf, type ShelfParts } from '../service/bank/shelf.ts'
import { type ToolNames, withLibraries } from '../service/catalogue/catalogue.ts'
import { createClearance } from '../service/catalogue/clearance.ts'
import { createCatalogue } from '../service/catalogue/create-catalogue.ts'
import { type CopyPlace, createSecondCopies } from '../service/catalogue/draft-copies.ts'
import { createSkillPublisher } from '../service/catalogue/skill-publisher.ts'
import { createToolNames } from '../service/catalogue/tool-names.ts'
import type { Clock } from '../service/clock.ts'
import type { CoreParts } from '../service/core.ts'
import { createElsewhere } from '../service/offers/elsewhere.ts'
import { createHinter, type Hinter } from '../service/offers/hinter.ts'
import { createRouter } from '../service/offers/router.ts'
import { createSkillSearch } from '../service/offers/skill-search.ts'
import { librariesBelow, librariesIn } from '../store/bank-layout.ts'
import { removeCopy, sweepCopies, writeCopy } from '../store/copies-folder.ts'
import { isThere, syncFolder } from '../store/folder-files.ts'
import { libraryNames, libraryPaths, libraryStamp, readLibrarySkill } from '../store/library-folder.ts'
import type { ExportStore } from '../store/ports/version-store.ts'
import { readSkillFolder, stampOf } from '../store/read-skill-folder.ts'
import { openSkillFolder } from '../store/skill-folder.ts'
import type { ExportRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { Claim } from '../store/streak-rule.ts'
import { type Approvals, openApprovals } from '../store/verdict-files.ts'
import { wireBeside } from './beside-skills.ts'
import { recordedProject, recordedTask } from './recorded.ts'
import type { SkillLoopOptions } from './skill-loop.ts'

export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly stream: EventStream
  readonly tell: (event: LoopEvent) => void
  readonly options: SkillLoopOptions
}

export interface CoreServices extends Omit<Parts, 'stream'>, CoreParts {
  readonly claim: OwnClaim
}

/** How this process identifies itself when it claims a completed streak. */
export type OwnClaim = Omit<Claim, 'triggerId' | 'at'>

/**
 * Builds what every command needs: skills by folder and row, their search index, the router. `withdrawn` is called
 * after skills stopped being offered.
 */
export async function openCoreServices(
  { config, store: database, clock, tell, options }: Omit<Parts, 'stream'>,
  withdrawn: () => Promise<void>,
): Promise<CoreServices> {
  const { settings } = config
  const { store, held, ledgerFile, repairing } = wireBeside(config, database, tell)
  const hasDatabase = 'file' in store.place
  const folder = openSkillFolder({
    root: config.skillsRoot,
    staging: config.staging,
    archive: join(config.configHome, 'archive'),
    newId: clock.newId,
    pid: process.pid,
    // With a database the folder's lock identifies its holder; a bare process id may be reused.
    alive: hasDatabase ? () => false : processIsAlive,
  })
  const clearance = createClearance({ store, held, startLook, tell })
  const copies = createSecondCopies({ store, place: secondCopyFolder(config), tell })
  const publisher = createSkillPublisher({ store, folder, copies, tell })
  const repairs = repairing(publisher, { folder, clearance, clock })
  const { shelf, approvals } = wireLibraries({
    config,
    store,
    clock,
    tell,
    later: options.brief === true ? undefined : later,
  })
  const own = createCatalogue({
    store,
    folder,
    clock,
    repairs,
    clearance,
    copies,
    offer: offerRule(config),
    taken: () => search.changed(),
    withdrawn,
    tell,
    hurried: options.hurried,
    asKnown: options.asKnown,
    restMs: options.busy === true ? LOOK_MS : 0,
  })
  const catalogue = withLibraries(own, shelf)
  const search = createSkillSearch({
    store,
    offer: () => ({ ...offerRule(config), unscanned: own.isScanning() }),
    libraries: shelf.roots,
    // A short-lived process leaves fitting the ranking to others.
    later: options.brief === true ? () => () => {} : later,
    pause: () => setImmediate(),
    tell,
  })
  const toolNames = createToolNames({ store, engines: WITH_TOOLS, tableOf: toolTable })
  const elsewhere = createElsewhere(store, recordedProject)
  const router = createRouter({
    store,
    catalogue,
    search,
    hinter: wireHinting(store, toolNames),
    clock,
    random: options.random ?? seededRandom(settings.seed ?? Math.floor(Math.random() * 2 ** 31)),
    rule: {
      precision: settings['router.precision'],
      holdout: settings['router.holdout'],
      halfLife: HALF_LIFE,
    },
    elsewhere,
    redact: recordedTask,
    tell,
  })
  const claim = { pid: process.pid, staleMs: CLAIM_MS, alive: processIsAlive, hurried: options.hurried ?? false }
  return {
    ...{
      config,
      store,
      clock,
      tell,
      options,
      folder,
      publisher,
      repairs,
      clearance,
      copies,
      catalogue,
      shelf,
      approvals,
      search,
      router,
    },
    ...{ elsewhere, toolNames, ledgerFile, claim },
  }
}

/** Minimum interval of full looks at the skills folder in a process that drafts continuously, in ms. */
const LOOK_MS = 1_000

/** Which skills may be offered, by the settings. */
export const offerRule = ({ settings }: Config) => ({
  drafts: settings['router.offer'] === 'active' ? ('active' as const) : ('staged' as const),
  watching: settings['router.offer'] === 'watching',
})

/** A claim on a streak is taken over after this long if its process neither finished nor died, in ms. */
const CLAIM_MS = 10 * 60_000

/** Runs something a second later, so that several calls are one; the timer does not keep the process alive. */
function later(run: () => void): () => void {
  const timer = setTimeout(run, 1000).unref()
  return () => clearTimeout(timer)
}

/** Builds the hints, which name the skill as the asking agent finds it: by the copy in its folder. */
const wireHinting = (store: Pick<ExportStore, 'exportsOf'>, toolNames: ToolNames): Hinter =>
  createHinter({ store, reachOf, toolNames, readCopy: (copy) => textOf(copy).catch(() => undefined) })

/** An edited copy belongs to the person who edited it: its text was not reviewed. */
async function textOf({ path, stamp, digests }: ExportRecord): Promise<string | undefined> {
  const isAsWritten = (await stampOf(path)) === stamp || digests.includes((await readSkillFolder(path))?.digest ?? '')
  return isAsWritten ? await readFile(join(path, 'SKILL.md'), 'utf8') : undefined
}

/** Names of drafts: only drafts have second copies. */
const DRAFTED = /^auto-[a-z0-9-]+$/

/**
 * The folder of second copies of drafts: `$WAYLAND_HOME/skills/auto/<signature>/SKILL.md`; undefined without
 * WAYLAND_HOME.
 */
function secondCopyFolder({ home, database }: Config): CopyPlace | undefined {
  if (home === null) return undefined
  const copies = join(home, 'skills', 'auto')
  const parts = join(copies, '.parts')
  sweepCopies(parts)
  const fileOf = (name: string): string => join(copies, name.replace(/^auto-/, ''), 'SKILL.md')
  return {
    write: async (name, text, ours) => {
      if (!DRAFTED.test(name)) return
      // A copy of a version that a power cut took from the database would be a stranger's, and stay for ever.
      await syncFolder(`${database}-wal`).catch(() => {})
      await writeCopy(fileOf(name), text, parts, ours)
    },
    remove: async (name, ours) => {
      if (DRAFTED.test(name)) await removeCopy(fileOf(name), ours)
    },
  }
}

/** The libraries of a loop: the folders of its option, those imported for everybody, and those of its user. */
function wireLibraries({
  config: { settings, mainData, dataDir },
  ...parts
}: Pick<ShelfParts, 'store' | 'clock' | 'tell' | 'later'> & { readonly config: Config }): {
  readonly shelf: Shelf
  readonly approvals: Approvals
} {
  const data = [...new Set([mainData, dataDir])].filter((folder) => folder !== null)
  const places = data.map(librariesBelow)
  const approvals = openApprovals(data)
  const shelf = createShelf({
    ...{ ...parts, approvals, isThere, stampOf: libraryStamp, pathsIn: libraryPaths },
    ...{ readSkill: readLibrarySkill, skillStamp: stampOf },
    folders: () => libraryNames([...(settings['bank.libraries'] ?? []), ...places.flatMap(librariesIn)]),
  })
  return { shelf, approvals }
}
