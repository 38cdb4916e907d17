import { WaylandError } from '../../domain/errors.ts'
import { undoOf } from '../../domain/lifecycle.ts'
import type { Skill } from '../../domain/skill.ts'
import type { Curator } from './curator.ts'
import type { Historian } from './historian.ts'

export interface Undoing {
  /**
   * Takes the newest move of a skill back by further moves; `entry` is its ledger line, where the person saw one. Throws
   * `conflict` where that cannot be.
   */
  undo(reference: string, entry?: number): Promise<Skill>
}

export function createUndoing({
  skill,
  move,
  history,
}: Pick<Curator & Historian, 'skill' | 'move' | 'history'>): Undoing {
  return {
    async undo(reference, asked) {
      const { id, name } = await skill(reference)
      const lines = await history(id)
      const entry = asked ?? lines.at(-1)?.id ?? 0
      const steps = undoOf(lines, entry)
      if ('why' in steps)
        throw new WaylandError('conflict', `this is not taken back for "${name}": ${steps.why}`, {
          hint: 'See its history, and make the move that you want.',
        })
      for (const step of steps)
        if (step.for === undefined || (await skill(id)).status !== step.for)
          await move(id, step.move, { ...step.options, reason: `undo of entry ${entry}` })
      return await skill(id)
    },
  }
}
