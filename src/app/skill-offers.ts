import { WaylandError } from '../domain/errors.ts'
import { CONVERSATIONS, engineOfClient } from '../engines/engines.ts'
import { createActivating } from '../service/activating.ts'
import { createAnnouncer } from '../service/announcer.ts'
import { createConversing } from '../service/conversing.ts'
import { createListing } from '../service/listing.ts'
import type { Loader } from '../service/loader.ts'
import type { CoreServices } from './core-services.ts'
import type { SkillOffers } from './skill-loop.ts'

/** The loop's operations for models: picks, skill texts, outcomes. */
export function skillOffers(
  { config, store, clock, router, catalogue, search }: CoreServices,
  loader: Loader,
): SkillOffers {
  return {
    route: router.route,
    expected: router.expected,
    news: config.settings['router.news'] === 'off' ? async () => undefined : createAnnouncer({ store, clock }).news,
    undelivered: async ({ sessionId, promptId }, since) =>
      sessionId !== undefined && promptId !== undefined && (await store.withdraw(sessionId, promptId, since.getTime())),
    async reward(decisionId, outcome) {
      const settled = await store.settle(decisionId, outcome, clock.now().getTime())
      if (settled.status === 'not_found')
        throw new WaylandError('no_such_decision', `there is no decision "${decisionId}"`)
      return settled
    },
    load: loader.load,
    reference: loader.reference,
    offered: loader.offered,
    ...createListing({ store, catalogue, search }),
    engineOfClient,
    markLoaded: store.markLoaded,
    ...createActivating({ store, catalogue, clock, render: loader.render }),
    ...createConversing({ store, router, catalogue, clock, engine: CONVERSATIONS }),
  }
}
