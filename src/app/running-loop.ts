import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config/options.ts'
import { WaylandError } from '../domain/errors.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import { CONVERSATIONS, conversationTurns } from '../engines/engines.ts'
import { processIsAlive } from '../platform/process.ts'
import type { Libraries } from '../service/bank/libraries.ts'
import { builtOnce } from '../service/built-once.ts'
import { emptyReport, totals } from '../service/learning/learn-report.ts'
import { createModelSpending } from '../service/learning/spending-report.ts'
import { createActivating } from '../service/offers/activating.ts'
import { createAnnouncer } from '../service/offers/announcer.ts'
import type { ChatSkills } from '../service/offers/chat-skills.ts'
import { createConversing } from '../service/offers/conversing.ts'
import { createListing } from '../service/offers/listing.ts'
import { createLoader, type Loader } from '../service/offers/loader.ts'
import type { Schedules } from '../service/schedule/schedules.ts'
import { ImportTally } from '../service/turns/import-tally.ts'
import type { Importer } from '../service/turns/importer.ts'
import type { Receiver } from '../service/turns/receiver.ts'
import type { Recorder } from '../service/turns/recorder.ts'
import { finishDrafts, type WaitingTurns } from '../service/turns/waiting-turns.ts'
import type { RetentionRule } from '../store/ports/upkeep.ts'
import { openUnfinished } from '../store/unfinished.ts'
import { bankOperations } from './bank-operations.ts'
import { type CoreServices, offerRule, openCoreServices, type Parts } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { onFirstUse, reached } from './first-use.ts'
import type { Reviewing } from './reviewing.ts'
import type { OpenBank } from './skill-bank.ts'
import type { Learning, Offers, Review, SkillBank, SkillLoop, TeamOffers } from './skill-loop.ts'

/** Builds the loop and finishes interrupted work. Parts that not every command needs are loaded on first use. */
export async function openRunningLoop(parts: Parts & { readonly bank: OpenBank }): Promise<SkillLoop> {
  const { config, clock, stream, bank } = parts
  const isOff = config.settings.skills === 'off'
  let hasCounted = false
  const tell = (event: LoopEvent): void => {
    hasCounted ||= event.kind === 'turn'
    parts.tell(event)
  }
  const base = await openCoreServices({ ...parts, tell }, async () => {
    if ('file' in parts.store.place) await exporting.catchUp('models may not have it any more')
  })
  const { store, catalogue } = base
  const copying = openUnfinished(join(config.dataDir ?? config.configHome, 'copying'), process.pid, processIsAlive)
  const exporting = onFirstUse<Exporting>(
    async () => (await import('./exporting.ts')).wireExporting({ ...base, copying }),
    isOff ? NO_COPIES : {},
  )
  const recording = builtOnce(async () => (await import('./recording.ts')).wireRecording(base))
  // A ledger in memory starts empty.
  const since = 'none' in store.place ? 0 : await store.lastEntry()
  if (!isOff) {
    await finishDrafts(base, async () => (await recording()).drafter)
    await catalogue.begin(parts.options.brief)
    if ('file' in store.place && copying.left()) await exporting.catchUp()
  }
  const scheduling = builtOnce(async () => (await import('./scheduling.ts')).wireScheduling(base, recording))
  const hasSchedules = 'file' in store.place && config.settings.user === null
  const schedules = reached<Schedules>(async (work) => await work((await scheduling()).schedules), {
    // `status` lists them at each call.
    list: async () =>
      hasSchedules && (await store.schedules()).length === 0 ? [] : await (await scheduling()).schedules.list(),
  })
  const libraries = onFirstUse<Libraries>(async () =>
    (await import('../service/bank/libraries.ts')).createLibraries(base),
  )
  const reviewing = builtOnce(async () =>
    (await import('./reviewing.ts')).wireReviewing({
      ...{ ...base, since, exporting, libraries },
      schedules: async () => (hasSchedules ? await schedules.faults() : []),
    }),
  )
  const { lift, addScore, check } = reached<Reviewing>(async (work) => await work(await reviewing()))
  const loader = createLoader({
    ...{ ...base, offer: offerRule(config) },
    scheduled: async (...given) => (hasSchedules ? await (await scheduling()).skills.render(...given) : undefined),
  })
  const recorder = reached<Recorder>(async (work) => await work((await recording()).recorder))
  const importer = reached<Importer>(async (work) => await work((await recording()).importer))
  const receiver = reached<Receiver>(async (work) => await work((await recording()).receiver))
  const { count, tryAgain } = reached<WaitingTurns>(async (work) => await work((await recording()).waiting))
  const chat = chatSkills(base, { load: loader.load, endOfRun: recorder.endOfRun, of: bank.of })
  const retention = wireRetention(base)
  const review = reached<Review>(async (work) => await work((await reviewing()).review))
  const loop: SkillLoop = {
    ...{ endOfRun: recorder.endOfRun, route: base.router.route, reward: rewarding(base), load: loader.load },
    ...{ search: chat.search, ingest: chat.ingest, renderContext: chat.renderContext },
    offers: skillOffers(base, loader),
    review,
    learning: onFirstUse<Learning>(
      async () =>
        (await import('./learning.ts')).wireLearning({ ...base, recording, find: chat.search, measurer: { addScore } }),
      { ...createModelSpending(store), lift, addScore },
    ),
    schedules,
    team: onFirstUse<TeamOffers>(async () => (await import('./teaming.ts')).wireTeam(base)),
    bank: bankOperations(base, bank, { load: loader.load, review, upkeep: { tally: store.tally } }),
    upkeep: {
      ...{ config, database: store.place, events: stream.events.bind(stream) },
      ...{ count, tryAgain, putAside: store.putAside },
      ...{ receive: receiver.receive, import: importer.import },
      ...{ importAll: importer.importAll, notUnderstood: importer.notUnderstood },
      ...{ tally: store.tally, lastTurns: store.lastTurns, revision: store.revision },
      ...{ exports: store.exports, retain: retention.step },
      promptsSince: async (at) => await store.promptsSince(at.getTime()),
      turnsSince: async (at) => await store.turnsSince(at.getTime()),
      verify: async (how) => void (await store.verify(how)),
      async sync(asked) {
        await base.shelf.look()
        return await exporting.sync(asked)
      },
      check,
    },
    async [Symbol.asyncDispose]() {
      await bank[Symbol.asyncDispose]()
      base.shelf.close()
      await base.search.close()
      stream.close()
      if (hasCounted) await retention.end()
      await store[Symbol.asyncDispose]()
    },
  }
  return isOff ? whileOff(loop, clock.newId) : loop
}

const NO_COPIES: Exporting = {
  sync: async () => [],
  expect: async () => ({ end: () => {} }),
  catchUp: async () => {},
  strays: async () => [],
}

/** The loop's operations for chat clients; the code behind them is loaded on first use. */
const chatSkills = (
  { config, catalogue, search, elsewhere }: CoreServices,
  given: Pick<Loader, 'load'> & Pick<Recorder, 'endOfRun'> & Pick<SkillBank, 'of'>,
): ChatSkills =>
  onFirstUse(async () =>
    (await import('../service/offers/chat-skills.ts')).createChatSkills({
      ...{ catalogue, search, elsewhere, ...given },
      turnsOf: async (...messages) => (await conversationTurns())(...messages),
      precision: config.settings['router.precision'],
    }),
  )

/** What a surface needs that puts skills before a model. */
function skillOffers(base: CoreServices, { render, reference, offered }: Loader): Offers {
  const { config, store, router } = base
  return {
    ...createActivating({ ...base, render }),
    ...createConversing({ ...base, engine: CONVERSATIONS }),
    ...createListing(base),
    ...{ reference, offered, expected: router.expected, markLoaded: store.markLoaded },
    news: config.settings['router.news'] === 'off' ? async () => undefined : createAnnouncer(base).news,
    undelivered: async ({ sessionId, promptId }, since) =>
      sessionId !== undefined && promptId !== undefined && (await store.withdraw(sessionId, promptId, since.getTime())),
  }
}

/** Credits an outcome to the pick of a decision. */
const rewarding =
  ({ store, clock }: CoreServices): SkillLoop['reward'] =>
  async (decisionId, outcome) => {
    const settled =
      typeof decisionId === 'string'
        ? await store.settle(decisionId, outcome, clock.now().getTime())
        : ({ status: 'not_found' } as const)
    if (settled.status === 'not_found')
      throw new WaylandError('not_found', `there is no decision "${decisionId}"`, {
        hint: 'Use the decision_id that "wayland-core route --json" printed.',
      })
    return settled
  }

/** A loop that is switched off takes in, offers, learns and fires nothing; people can still look and decide. */
function whileOff(loop: SkillLoop, newId: () => string): SkillLoop {
  const none = async () => []
  const read = async () => new ImportTally().report()
  return {
    ...loop,
    ...{ endOfRun: async () => IGNORED, ingest: none, search: none },
    renderContext: async () => '',
    route: async () => ({ id: newId(), pick: null, reason: 'off', candidates: [] }),
    reward: async () => ({ status: 'nothing' }),
    offers: {
      ...loop.offers,
      ...{ expected: async () => undefined, news: async () => undefined, undelivered: async () => false },
      ...{ offered: none, listed: async () => ({ skills: [], left: 0, text: '', tokens: 0 }) },
      ...{ markLoaded: async () => false, converse: async () => ({ id: '' }), answered: async () => {} },
    },
    learning: reached<SkillLoop['learning']>(async (work) => await work(loop.learning), {
      learn: async () => totals(emptyReport(), undefined),
    }),
    schedules: reached<SkillLoop['schedules']>(async (work) => await work(loop.schedules), {
      ...{ tick: async () => {}, idle: async () => {} },
      run: async () => {
        throw new WaylandError('refused', 'nothing runs while wayland-core is switched off', {
          hint: 'Set the option "skills" to on; within an agent that it started itself it is always off.',
        })
      },
    }),
    upkeep: {
      ...loop.upkeep,
      receive: none,
      import: read,
      importAll: read,
      count: async () => 0,
      tryAgain: async () => 0,
    },
  }
}

const IGNORED: TurnReceipt = Object.freeze({
  ...{ turnId: '', status: 'ignored', signature: '', streak: 0, reason: 'off', draft: null },
} as const)

const DAY_MS = 86_400_000
/** Time that a process which recorded something spends on retention at its end, in ms; once a day. */
const END_MS = 100

/** What is kept at this time. A turn is kept for as long as its streak can wait, however little room is left. */
function retentionOf(settings: Settings, now: Date): RetentionRule {
  const ago = (days: number): number => now.getTime() - days * DAY_MS
  return {
    now: now.getTime(),
    turnsBefore: ago(settings['retention.days']),
    decisionsBefore: ago(settings['retention.days']),
    streaksFrom: ago(settings['bucket.expiryDays']),
    maxBytes: settings['retention.maxMb'] * 2 ** 20,
    isGone: (path) => !existsSync(path),
  }
}

function wireRetention({ config, store, clock, tell }: Pick<CoreServices, 'config' | 'store' | 'clock' | 'tell'>) {
  // A database that was deleted is not created again for this.
  const isGone = () => 'file' in store.place && !existsSync(store.place.file)
  const step = async (): Promise<boolean> =>
    !isGone() && (await store.retain(retentionOf(config.settings, clock.now()))).more
  return {
    /** One bounded step; returns whether there is more to do. */
    step,
    /** Some steps at the end of a process that took turns in; the rest is left to the next one. */
    async end(): Promise<void> {
      try {
        for (const until = performance.now() + END_MS; (await step()) && performance.now() < until; );
      } catch (cause) {
        tell({ kind: 'warning', what: 'what is too old was not removed', cause })
      }
    },
  }
}
