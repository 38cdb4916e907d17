import { openSkillLoop, type TurnInput } from 'wayland-core'

const loop = await openSkillLoop()

/** Before a run: one line to put before the model, or nothing. */
export const hintFor = async (text: string, sessionId: string, promptId: string): Promise<string | undefined> =>
  (await loop.route({ text, sessionId, promptId })).pick?.hint

/** After a run, whichever way it ended: a path where a skill was drafted. */
export const endOfRun = async (turn: TurnInput): Promise<string | undefined> => (await loop.endOfRun(turn)).draft?.path
