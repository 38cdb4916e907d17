import { WaylandError } from '../domain/errors.ts'
import { CONVERSATIONS } from '../engines/engines.ts'
import { createActivating } from '../service/offers/activating.ts'
import { createAnnouncer } from '../service/offers/announcer.ts'
import { createConversing } from '../service/offers/conversing.ts'
import { createListing } from '../service/offers/listing.ts'
import type { Loader } from '../service/offers/loader.ts'
import type { CoreServices } from './core-services.ts'
import type { Offers, SkillLoop } from './skill-loop.ts'

/** What a surface needs that puts skills before a model. */
export function skillOffers(base: CoreServices, { render, reference, offered }: Loader): Offers {
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
export const rewarding =
  ({ store, clock }: CoreServices): SkillLoop['reward'] =>
  async (decisionId, outcome) => {
    const settled = await store.settle(decisionId, outcome, clock.now().getTime())
    if (settled.status === 'not_found')
      throw new WaylandError('no_such_decision', `there is no decision "${decisionId}"`)
    return settled
  }
