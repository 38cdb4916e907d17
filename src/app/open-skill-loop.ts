import { randomUUID } from 'node:crypto'
import { readConfig } from '../config/config.ts'
import { insistOnOptions } from '../domain/call-options.ts'
import { EventStream, type LoopEvent } from '../domain/event.ts'
import type { Clock } from '../service/clock.ts'
import { openRunningLoop } from './running-loop.ts'
import { createSkillBank, keepUserName, NO_BANK } from './skill-bank.ts'
import type { SkillLoop, SkillLoopOptions } from './skill-loop.ts'
import { finishRestore, openStore } from './storage.ts'

/** Opens the loop: reads the configuration, opens database and skills folder, repairs what was interrupted. */
export async function openSkillLoop(options: SkillLoopOptions = {}): Promise<SkillLoop> {
  insistOnOptions('openSkillLoop', options, OPTIONS)
  const config = readConfig({
    ...(options.settings && { given: options.settings }),
    ...(options.env && { env: options.env }),
    ...(options.agentIn && { agentIn: options.agentIn }),
  })
  const stream = new EventStream()
  const tell = (event: LoopEvent) => {
    stream.tell(event)
    options.onEvent?.(event)
  }
  const clock: Clock = { now: options.now ?? (() => new Date()), newId: options.newId ?? (() => randomUUID()) }
  const bank = config.settings.user === null ? createSkillBank(config, options, openSkillLoop) : NO_BANK
  keepUserName(config)
  await finishRestore(config, tell)
  const store = openStore(config, clock.now, tell, options)
  try {
    return await openRunningLoop({ config, store, clock, stream, tell, options, bank })
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

/** Where its folders are is no option of the loop but of `settings` or `env`: a wrong name would open the usual home. */
const OPTIONS: Readonly<Record<keyof SkillLoopOptions, true>> = {
  settings: true,
  env: true,
  agentIn: true,
  now: true,
  newId: true,
  random: true,
  languageModel: true,
  onEvent: true,
  hurried: true,
  asKnown: true,
  patienceMs: true,
  brief: true,
  busy: true,
}
