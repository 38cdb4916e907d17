import { contextAnswer, type HookProtocol, readPayload } from '../../../src/transcript/hook-event.ts'

export const seventhHook: HookProtocol = {
  read: (payload, event) =>
    readPayload(payload, { engine: 'seventh', events: { Asked: 'prompt_submitted', Done: 'turn_ended' } }, event),
  answer: contextAnswer('Asked'),
}
