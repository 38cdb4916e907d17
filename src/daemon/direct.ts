import { readFileSync, writeSync } from 'node:fs'
import { openSkillLoop } from '../app/open-skill-loop.ts'
import { processIsAlive } from '../platform/process.ts'
import { drain } from './drain.ts'
import { answerPrompt, takeBack } from './request-handler.ts'
import { openSpool } from './spool.ts'
import type { DirectRequest } from './start.ts'

/**
 * Answers one prompt without a daemon, or takes its answer back: reads the event from stdin, takes in waiting jobs, prints
 * the answer. Runs in a process of its own, which the hook can kill at any point.
 */
export async function answerDirectly(): Promise<void> {
  const { event, settings, ms, until, undelivered } = JSON.parse(readFileSync(0, 'utf8')) as DirectRequest
  await using loop = await openSkillLoop({ settings, hurried: true, brief: true })
  if (undelivered !== undefined) return void (await takeBack(loop, event, undelivered))
  const { dataDir } = loop.upkeep.config
  // At most half of the time goes to waiting jobs: a hint without them is better than none.
  if (dataDir !== null)
    await drain(
      loop,
      openSpool(dataDir, process.pid, processIsAlive, {
        flushed: loop.upkeep.config.settings['storage.durability'] === 'full',
        hurried: true,
      }),
      { until: until - ms / 2, wait: false },
    )
  const answer = await answerPrompt(loop, event, until)
  // The end of the line says that it is whole, and was decided in time.
  if (answer !== undefined) writeSync(1, `${answer}\n`)
}
