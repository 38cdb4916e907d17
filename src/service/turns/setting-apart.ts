import { apartBy, type OriginRule } from '../../domain/origin.ts'
import type { TurnInput, TurnKind, TurnTrajectory } from '../../domain/turn.ts'
import type { NewTurn } from '../../store/ports/turn-store.ts'
import type { Core } from '../core.ts'

/** The kind of a turn that is recorded and is no evidence, and why; undefined for one that may be evidence. */
export type SettingApart = (
  stored: TurnTrajectory,
  /** The same turn as it was told: its folder is not redacted. */
  told: Pick<TurnInput, 'start' | 'projectDir'>,
  beside: readonly NewTurn[],
) => Promise<{ readonly kind: TurnKind; readonly reason: string } | undefined>

export function settingApart(
  parts: Core<'store'> & {
    readonly rule: OriginRule
    /** The folders that a turn's folder is known by. */
    readonly foldersOf: (projectDir: string) => readonly string[]
  },
): SettingApart {
  const { store, rule, foldersOf } = parts
  return async (stored, { start, projectDir }, beside) => {
    const { kind, engine = 'generic', userInput: text } = stored
    if (kind === 'scheduled') return { kind, reason: 'scheduled: it ran at its time, and no person asked for it' }
    if (kind !== undefined) return { kind, reason: `${kind}: its host says so` }
    const folders = projectDir === undefined ? [] : foldersOf(projectDir)
    return await apartBy({ start, text, engine, folders, alone: async () => await timesAlone(stored, beside) }, rule)
  }

  /** Other sessions, stored or about to be, in which a turn's text is all that was asked. */
  async function timesAlone({ userInput, sessionId = '' }: TurnTrajectory, beside: readonly NewTurn[]) {
    const near = beside.map(({ trajectory }) => trajectory).filter((one) => (one.sessionId ?? '') !== sessionId)
    const more = new Set(near.flatMap((one) => (one.userInput === userInput ? [] : [one.sessionId])))
    const same = near.flatMap((one) => (one.userInput === userInput && !more.has(one.sessionId) ? [one.sessionId] : []))
    return new Set([...(await store.sessionsAlone(userInput, sessionId)), ...same]).size
  }
}
