import { WaylandError } from '../domain/errors.ts'
import type { Schedules } from '../service/schedules.ts'
import type { Scheduling } from './scheduling.ts'

/**
 * The loop's operations on schedules; the code behind them is loaded on first use, and for a list only where there is
 * one: `status` lists them at each call.
 */
export function ownSchedules(scheduling: () => Promise<Scheduling>, areNone: () => Promise<boolean>): Schedules {
  const own = async () => (await scheduling()).schedules
  return {
    plan: async (...given) => await (await own()).plan(...given),
    add: async (...given) => await (await own()).add(...given),
    list: async () => ((await areNone()) ? [] : await (await own()).list()),
    find: async (...given) => await (await own()).find(...given),
    pause: async (...given) => await (await own()).pause(...given),
    resume: async (...given) => await (await own()).resume(...given),
    remove: async (...given) => await (await own()).remove(...given),
    refresh: async (...given) => await (await own()).refresh(...given),
    run: async (...given) => await (await own()).run(...given),
    fires: async (...given) => await (await own()).fires(...given),
    faults: async () => await (await own()).faults(),
    log: async (...given) => await (await own()).log(...given),
    tick: async (...given) => await (await own()).tick(...given),
    idle: async () => await (await own()).idle(),
  }
}

/** Those of a loop that is switched off: a person can look at them, and nothing fires. */
export const restingSchedules = (schedules: Schedules): Schedules => ({
  ...schedules,
  tick: async () => {},
  idle: async () => {},
  run: async () => {
    throw new WaylandError('refused', 'nothing runs while wayland-core is switched off', {
      hint: 'Set the option "skills" to on; within an agent that it started itself it is always off.',
    })
  },
})
