import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { seededRandom } from '../domain/bandit.ts'
import { WaylandError } from '../domain/errors.ts'
import { redactTask } from '../domain/redact.ts'
import { processIsAlive } from '../platform/alive.ts'
import { createCatalogue } from '../service/catalogue.ts'
import { createClearance } from '../service/clearance.ts'
import type { Drafter } from '../service/drafter.ts'
import { createHerald } from '../service/herald.ts'
import { createLoader } from '../service/loader.ts'
import { createPlacement } from '../service/placement.ts'
import { createRouter } from '../service/router.ts'
import { createSecondCopies } from '../service/second-copies.ts'
import { createSkillSearch } from '../service/skill-search.ts'
import { openIndexFile } from '../store/index-file.ts'
import { openSkillFolder } from '../store/skill-folder.ts'
import { openUnfinished } from '../store/unfinished.ts'
import type { SkillLoop } from './skill-loop.ts'
import type { Base, OwnClaim, Parts } from './wiring/base.ts'
import { wireBeside } from './wiring/beside.ts'
import { wireHinting } from './wiring/hinting.ts'
import { insistOnDatabase } from './wiring/insist-on-database.ts'
import { later, lazily } from './wiring/lazily.ts'
import { wireRetention } from './wiring/retention.ts'
import { secondPlace } from './wiring/second-place.ts'
import { NOTHING_READ, OFF_RECEIPT } from './wiring/switched-off.ts'

/** Puts the parts together: services over ports, whatever an interrupted run left put right. */
export async function wire({ config, store: database, clock, stream, tell, options }: Parts): Promise<SkillLoop> {
  const { settings } = config
  const { now, newId } = clock
  const { store, held, standings, repairing } = wireBeside(config, database, tell)
  const seed = settings.seed ?? Math.floor(Math.random() * 2 ** 31)
  const folder = openSkillFolder({
    root: config.skillsRoot,
    staging: config.staging,
    archive: join(config.dataDir ?? config.configHome, 'archive'),
    newId,
    pid: process.pid,
    // With a database the folder's lock names its holder; a process number alone may belong to another process by now.
    alive: 'file' in store.place ? () => false : processIsAlive,
  })
  const clearance = createClearance({ store, held, tell })
  const copies = createSecondCopies({ store, place: secondPlace(config), tell })
  const placement = createPlacement({ store, folder, copies, tell })
  const offer = { drafts: settings['router.offer'], watching: settings['router.offerWatching'] === 'on' }
  const catalogue = createCatalogue({
    store,
    folder,
    clock,
    placement: repairing(placement, { folder, clearance, clock }),
    clearance,
    copies,
    offer,
    taken: () => search.changed(),
    withdrawn: async () => {
      if (!off && 'file' in store.place) await (await exporting()).catchUp('models may not have it any more')
    },
    tell,
    hurried: options.hurried,
  })
  const index = 'file' in store.place ? openIndexFile(`${store.place.file}.index`, newId) : undefined
  const search = createSkillSearch({
    file: index,
    async offered() {
      await catalogue.refresh()
      return await catalogue.offered()
    },
    changes: catalogue,
    inPieces: options.brief,
    // A process that asks little leaves the care of the index to others.
    later: options.brief === true ? () => () => {} : later,
    pause: () => setImmediate(),
    tell,
  })
  const off = settings.skills === 'off'
  const vectors =
    off || (options.vectorModel === undefined && settings['vectors.provider'] === 'none')
      ? undefined
      : (await import('./wiring/vectors.ts')).wireVectors(config, { store, clock, tell, model: options.vectorModel })
  const router = createRouter({
    store,
    catalogue,
    search,
    hinter: wireHinting(store),
    clock,
    random: options.random ?? seededRandom(seed),
    rule: {
      precision: settings['router.precision'],
      threshold: settings['router.threshold'],
      holdout: settings['router.holdout'],
      halfLife: settings['router.halfLife'],
    },
    redact: redactTask,
    tell,
    meaning: vectors?.meaning,
  })
  const herald = createHerald({ store, clock })
  const loader = createLoader({ store, folder, catalogue, offer })
  const claim: OwnClaim = {
    pid: process.pid,
    staleMs: CLAIM_MS,
    alive: processIsAlive,
    hurried: options.hurried ?? false,
  }
  const base = {
    config,
    store,
    clock,
    tell,
    folder,
    placement,
    clearance,
    copies,
    catalogue,
    router,
    embedder: vectors?.embedder,
    claim,
    options,
  }
  // Loaded when they are first asked for: a command that only routes does without them.
  const retention = wireRetention(base)
  const recording = lazily(async () => {
    retention.due()
    return (await import('./wiring/recording.ts')).wireRecording(base)
  })
  const review = lazily(async () =>
    (await import('./wiring/review.ts')).wireReview({ ...base, since, standings, index, sync: copied }),
  )
  const copying = openUnfinished(join(config.dataDir ?? config.configHome, 'copying'), process.pid, processIsAlive)
  const exporting = lazily(async () => (await import('./wiring/exporting.ts')).wireExporting({ ...base, copying }))

  const copied = async () => (off ? [] : await (await exporting()).sync())
  const since = await store.lastEntry()
  if (!off) {
    await finishDrafts(base, async () => (await recording()).drafter)
    await catalogue.begin(options.brief)
    if ('file' in store.place && copying.left()) await (await exporting()).catchUp()
  }

  /** A skill's copies follow each move; what hinders that must not undo the move. */
  async function follow(name: string): Promise<void> {
    if (off || 'none' in store.place) return
    try {
      for (const { skill, path, status, reason } of await (await exporting()).sync())
        if (skill === name && reason !== undefined) tell({ kind: 'warning', what: `${path} is ${status}: ${reason}` })
    } catch (cause) {
      tell({ kind: 'warning', what: `the copies of "${name}" in the folders of agents were left as they are`, cause })
    }
  }

  return {
    config,
    database: store.place,
    endOfRun: off ? async () => OFF_RECEIPT : async (turn) => await (await recording()).recorder.endOfRun(turn),
    route: off ? async () => ({ id: newId(), pick: null, reason: 'off', candidates: [] }) : router.route,
    news: off || settings['router.news'] === 'off' ? async () => undefined : herald.news,
    async reward(decisionId, outcome) {
      if (off) return { status: 'nothing' }
      const settled = await store.settle(decisionId, outcome, now().getTime())
      if (settled.status === 'not_found')
        throw new WaylandError('no_such_decision', `there is no decision "${decisionId}"`)
      return settled
    },
    receive: off ? async () => [] : async (...asked) => await (await (await recording()).receiver()).receive(...asked),
    notUnderstood: async () => await (await (await recording()).importer()).notUnderstood(),
    async count() {
      let counted = 0
      if (!off) for await (const _ of (await recording()).recorder.count()) counted++
      return counted
    },
    import: off
      ? async () => NOTHING_READ
      : async (...asked) => await (await (await recording()).importer()).import(...asked),
    importAll: off
      ? async () => NOTHING_READ
      : async (...asked) => await (await (await recording()).importer()).importAll(...asked),
    skills: async () => await (await review()).curator.list(),
    skill: async (reference) => await (await review()).curator.find(reference),
    standing: async (limit) => await (await review()).curator.standing(limit),
    load: loader.load,
    render: loader.render,
    offered: off ? async () => [] : loader.offered,
    markLoaded: off ? async () => false : store.markLoaded,
    tally: store.tally,
    history: async (skill) => await (await review()).historian.history(skill),
    reconcile: async () => await (await review()).historian.reconcile(),
    versions: async (skill) => await (await review()).historian.versions(skill),
    allVersions: async () => await (await review()).historian.allVersions(),
    proposal: async (skill) => await (await review()).historian.proposal(skill),
    evidence: async (skill) => await (await review()).explainer.evidence(skill),
    findings: async (...asked) => await (await review()).explainer.findings(...asked),
    explain: async (turnId) => await (await review()).explainer.explain(turnId),
    latest: async (limit) => await (await review()).explainer.latest(limit),
    outlook: async (streaks) => await (await review()).explainer.outlook(streaks),
    notes: async (projectDir) => await (await review()).explainer.notes(projectDir),
    purgeable: async (...asked) => await (await review()).purger.purgeable(...asked),
    async purge(ids) {
      insistOnDatabase(config, store)
      await (await review()).purger.purge(ids)
    },
    lift: async (skill) => await (await review()).appraiser.lift(skill),
    async addScore(measurement) {
      insistOnDatabase(config, store, 'a measured score')
      return await (await review()).measurer.addScore(measurement)
    },
    revocations: store.revocations,
    vectors: async (asked) => await (await review()).preparer.vectors(asked),
    retain: retention.step,
    verify: store.verify,
    check: async (how) => await (await review()).checker.check(how),
    async audit(asked) {
      await store.verify()
      return await (await review()).auditor.audit(asked)
    },
    remains: async (skill) => await (await review()).curator.remains(skill),
    async move(skill, what, how) {
      insistOnDatabase(config, store)
      const expected = off ? undefined : await (await exporting()).expect()
      const { curator } = await review()
      const moved = await curator.move(skill, what, how).catch((error: unknown) => {
        expected?.end()
        throw error
      })
      router.refresh()
      await follow(moved.name)
      return moved
    },
    sync: off ? async () => [] : async (asked) => await (await exporting()).sync(asked),
    exports: store.exports,
    putAside: store.putAside,
    async tryAgain() {
      if (off) return 0
      const waiting = await store.tryAgain()
      await finishDrafts(base, async () => (await recording()).drafter)
      for await (const _ of (await recording()).recorder.count());
      return waiting
    },
    events: () => stream.events(),
    async [Symbol.asyncDispose]() {
      vectors?.embedder.stop()
      await search.close()
      stream.close()
      await retention.end()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** Drafts of streaks whose process died before it came to them. */
async function finishDrafts({ store, clock, claim, tell }: Base, drafter: () => Promise<Drafter>): Promise<void> {
  for (const trigger of await store.orphanedTriggers({ ...claim, triggerId: '', at: clock.now().getTime() })) {
    const { skill, status, reason } = await (await drafter()).draft(trigger)
    if (status === 'failed') tell({ kind: 'warning', what: `an interrupted draft waits: ${skill}: ${reason}` })
    else tell({ kind: 'repaired', what: `finished an interrupted draft: ${skill} is ${status}` })
  }
}

/** A claimed streak whose process neither finished nor died is taken over after this long. */
const CLAIM_MS = 10 * 60_000
