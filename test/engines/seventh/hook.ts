import { contextAnswer, type HookProtocol, type PayloadShape, readPayload } from '../../../src/transcript/hook-event.ts'

const HOOKS: PayloadShape = { engine: 'seventh', events: { Asked: 'prompt_submitted', Done: 'turn_ended' } }

export const seventhHook: HookProtocol = {
  events: HOOKS.events,
  read: (payload, event) => readPayload(payload, HOOKS, event),
  answer: contextAnswer('Asked'),
}
