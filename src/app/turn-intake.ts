import type { CoreServices } from './core-services.ts'
import { finishDrafts } from './finish-drafts.ts'
import type { Recording } from './recording.ts'
import type { TurnIntake } from './skill-loop.ts'

/** The loop's operations for turns, over the parts that `recording` builds on first use. */
export function turnIntake(base: CoreServices, recording: () => Promise<Recording>): TurnIntake {
  const importer = async () => await (await recording()).importer()

  async function count(): Promise<number> {
    let counted = 0
    for await (const _ of (await recording()).recorder.count()) counted++
    return counted
  }

  return {
    endOfRun: async (turn) => await (await recording()).recorder.endOfRun(turn),
    receive: async (...asked) => await (await (await recording()).receiver()).receive(...asked),
    count,
    import: async (...asked) => await (await importer()).import(...asked),
    importAll: async (...asked) => await (await importer()).importAll(...asked),
    notUnderstood: async () => await (await importer()).notUnderstood(),
    putAside: base.store.putAside,
    async tryAgain() {
      const waiting = await base.store.tryAgain()
      await finishDrafts(base, async () => (await recording()).drafter)
      await count()
      return waiting
    },
  }
}
