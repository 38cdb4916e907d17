import type { CoreServices } from './core-services.ts'
import { finishDrafts } from './finish-drafts.ts'
import type { Recording } from './recording.ts'
import type { TurnIntake } from './skill-loop.ts'

/**
 * The loop's operations for turns, over the parts that `recording` builds on first use. `willWrite` is called before
 * turns are taken in: a command that only asks must not wait for the database at its end.
 */
export function turnIntake(base: CoreServices, recording: () => Promise<Recording>, willWrite: () => void): TurnIntake {
  const writing = async (): Promise<Recording> => {
    willWrite()
    return await recording()
  }

  async function count(): Promise<number> {
    let counted = 0
    for await (const _ of (await writing()).recorder.count()) counted++
    return counted
  }

  return {
    endOfRun: async (turn) => await (await writing()).recorder.endOfRun(turn),
    receive: async (...asked) => await (await (await writing()).receiver()).receive(...asked),
    count,
    import: async (...asked) => await (await (await writing()).importer()).import(...asked),
    importAll: async (...asked) => await (await (await writing()).importer()).importAll(...asked),
    notUnderstood: async () => await (await (await recording()).importer()).notUnderstood(),
    putAside: base.store.putAside,
    async tryAgain() {
      const waiting = await base.store.tryAgain()
      await finishDrafts(base, async () => (await recording()).drafter)
      await count()
      return waiting
    },
  }
}
