import { join } from 'node:path'
import { processIsAlive } from '../platform/alive.ts'
import { createLoader } from '../service/loader.ts'
import { openUnfinished } from '../store/unfinished.ts'
import { bankOperations } from './bank-operations.ts'
import { chatSkills } from './chat-skills.ts'
import { offerRule, openCoreServices, type Parts } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import type { Exporting } from './exporting.ts'
import { finishDrafts } from './finish-drafts.ts'
import { learningOnce, modelLearning } from './model-learning.ts'
import { ownSchedules } from './own-schedules.ts'
import { proving } from './proving.ts'
import { wireRetention } from './retention.ts'
import type { OpenBank } from './skill-bank.ts'
import type { SkillLoop } from './skill-loop.ts'
import { skillOffers } from './skill-offers.ts'
import { skillReview } from './skill-review.ts'
import { NO_COPIES, switchedOff } from './switched-off-loop.ts'
import { turnIntake } from './turn-intake.ts'

/** Builds the loop and finishes interrupted work. Parts that not every command needs are loaded on first use. */
export async function openRunningLoop(parts: Parts & { readonly bank: OpenBank }): Promise<SkillLoop> {
  const { config, clock, stream, bank } = parts
  const isOff = config.settings.skills === 'off'
  const base = await openCoreServices(parts, async () => {
    if ('file' in parts.store.place) await (await exporting()).catchUp('models may not have it any more')
  })
  const { store, catalogue, search, embedder } = base
  const copying = openUnfinished(join(config.dataDir ?? config.configHome, 'copying'), process.pid, processIsAlive)
  const exporting = builtOnce(
    async (): Promise<Exporting> =>
      isOff ? NO_COPIES : (await import('./exporting.ts')).wireExporting({ ...base, copying }),
  )
  const retention = wireRetention(base)
  const recording = builtOnce(async () => (await import('./recording.ts')).wireRecording(base))
  // A ledger in memory starts empty.
  const since = 'none' in store.place ? 0 : await store.lastEntry()
  const reviewing = builtOnce(async () =>
    (await import('./reviewing.ts')).wireReviewing({
      ...base,
      since,
      sync: async () => await (await exporting()).sync(),
      strays: async (skills) => await (await exporting()).strays(skills),
      schedules: async () => (hasSchedules ? await (await scheduling()).schedules.faults() : []),
    }),
  )
  if (!isOff) {
    await finishDrafts(base, async () => (await recording()).drafter)
    await catalogue.begin(parts.options.brief)
    if ('file' in store.place && copying.left()) await (await exporting()).catchUp()
  }
  const intake = turnIntake(base, recording, retention.due)
  const scheduling = builtOnce(async () => (await import('./scheduling.ts')).wireScheduling(base, recording))
  const hasSchedules = 'file' in store.place && config.settings.user === null
  const loader = createLoader({
    ...{ ...base, offer: offerRule(config) },
    scheduled: async (...given) => (hasSchedules ? await (await scheduling()).skills.render(...given) : undefined),
  })
  const chat = chatSkills(base, { ...loader, ...intake, bank })
  const learning = learningOnce(base, recording, chat)
  const loop: SkillLoop = {
    config,
    database: store.place,
    bank: bankOperations(base, bank, {
      skills: async () => await loop.skills(),
      load: loader.load,
    }),
    schedules: ownSchedules(scheduling, async () => hasSchedules && (await store.schedules()).length === 0),
    ...intake,
    ...skillOffers(base, loader),
    ...chat,
    ...skillReview(base, reviewing, exporting),
    ...modelLearning(base, learning),
    ...proving(base, { reviewing, learning, ...chat }),
    tally: store.tally,
    answeredPrompts: async (since) => await store.answeredPrompts(since.getTime()),
    revision: store.revision,
    retain: retention.step,
    verify: async (how) => void (await store.verify(how)),
    sync: async (options) => await (await exporting()).sync(options),
    exports: store.exports,
    events: () => stream.events(),
    async [Symbol.asyncDispose]() {
      await bank[Symbol.asyncDispose]()
      embedder?.stop()
      await search.close()
      stream.close()
      await retention.end()
      await store[Symbol.asyncDispose]()
    },
  }
  return isOff ? switchedOff(loop, clock.newId) : loop
}
