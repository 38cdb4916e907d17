import { join } from 'node:path'
import type { LoopEvent } from '../domain/event.ts'
import { processIsAlive } from '../platform/alive.ts'
import { builtOnce } from '../service/built-once.ts'
import { createModelSpending } from '../service/learning/model-spending.ts'
import { createLoader } from '../service/offers/loader.ts'
import type { Schedules } from '../service/schedule/schedules.ts'
import type { Importer } from '../service/turns/importer.ts'
import type { Receiver } from '../service/turns/receiver.ts'
import type { Recorder } from '../service/turns/recorder.ts'
import { finishDrafts, type WaitingTurns } from '../service/turns/waiting-turns.ts'
import { openUnfinished } from '../store/unfinished.ts'
import { bankOperations } from './bank-operations.ts'
import { chatSkills } from './chat-skills.ts'
import { offerRule, openCoreServices, type Parts } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { onFirstUse, reached } from './first-use.ts'
import { rewarding, skillOffers } from './offers.ts'
import { loopLibraries } from './own-libraries.ts'
import { wireRetention } from './retention.ts'
import type { Reviewing } from './reviewing.ts'
import type { OpenBank } from './skill-bank.ts'
import type { Learning, SkillLoop } from './skill-loop.ts'
import { whileOff } from './while-off.ts'

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
  const libraries = loopLibraries(base)
  const reviewing = builtOnce(async () =>
    (await import('./reviewing.ts')).wireReviewing({
      ...{ ...base, since, exporting, libraries },
      schedules: async () => (hasSchedules ? await schedules.faults() : []),
    }),
  )
  const { lift, addScore, vectors, check } = reached<Reviewing>(async (work) => await work(await reviewing()))
  const loader = createLoader({
    ...{ ...base, offer: offerRule(config) },
    scheduled: async (...given) => (hasSchedules ? await (await scheduling()).skills.render(...given) : undefined),
  })
  const recorder = reached<Recorder>(async (work) => await work((await recording()).recorder))
  const importer = reached<Importer>(async (work) => await work((await recording()).importer))
  const receiver = reached<Receiver>(async (work) => await work((await recording()).receiver))
  const { count, tryAgain } = reached<WaitingTurns>(async (work) => await work((await recording()).waiting))
  const chat = chatSkills(base, { load: loader.load, endOfRun: recorder.endOfRun, of: bank.of, libraries })
  const retention = wireRetention(base)
  const loop: SkillLoop = {
    ...{ endOfRun: recorder.endOfRun, receive: receiver.receive, import: importer.import },
    ...{ route: base.router.route, reward: rewarding(base), load: loader.load },
    ...{ search: chat.search, ingest: chat.ingest, renderContext: chat.renderContext },
    offers: skillOffers(base, loader),
    review: reached(async (work) => await work((await reviewing()).review)),
    learning: onFirstUse<Learning>(
      async () =>
        (await import('./learning.ts')).wireLearning({ ...base, recording, find: chat.search, measurer: { addScore } }),
      { ...createModelSpending(store), lift, addScore },
    ),
    schedules,
    bank: bankOperations(base, bank, { load: loader.load, review: { skills: async () => await loop.review.skills() } }),
    upkeep: {
      ...{ config, database: store.place, events: stream.events.bind(stream) },
      ...{ count, tryAgain, putAside: store.putAside },
      ...{ importAll: importer.importAll, notUnderstood: importer.notUnderstood },
      ...{ tally: store.tally, revision: store.revision, exports: store.exports, retain: retention.step },
      answeredPrompts: async (at) => await store.answeredPrompts(at.getTime()),
      verify: async (how) => void (await store.verify(how)),
      ...{ sync: exporting.sync, vectors, check },
    },
    async [Symbol.asyncDispose]() {
      await bank[Symbol.asyncDispose]()
      base.embedder?.stop()
      await base.search.close()
      stream.close()
      if (hasCounted) await retention.end()
      await store[Symbol.asyncDispose]()
    },
  }
  return isOff ? whileOff(loop, clock.newId) : loop
}

/** An export that copies nothing. */
const NO_COPIES: Exporting = {
  sync: async () => [],
  expect: async () => ({ end: () => {} }),
  catchUp: async () => {},
  strays: async () => [],
}
