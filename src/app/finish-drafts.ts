import type { Drafter } from '../service/drafter.ts'
import type { CoreServices } from './core-services.ts'

/** Makes the drafts of completed streaks whose process died before drafting. */
export async function finishDrafts(
  { store, clock, claim, tell }: CoreServices,
  drafter: () => Promise<Drafter>,
): Promise<void> {
  const mine = { ...claim, triggerId: '', at: clock.now().getTime() }
  for (let trigger = await next(); trigger !== undefined; trigger = await next()) {
    const { skill, status, reason } = await (await drafter()).draft(trigger)
    if (status === 'failed') tell({ kind: 'warning', what: `an interrupted draft waits: ${skill}: ${reason}` })
    else tell({ kind: 'repaired', what: `finished an interrupted draft: ${skill} is ${status}` })
  }

  async function next() {
    return await store.orphanedTrigger(mine)
  }
}
