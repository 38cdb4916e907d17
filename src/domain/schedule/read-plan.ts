import { isWaylandError } from '../errors.ts'
import { isFields, jsonIn } from '../json-value.ts'
import { canonicalCron, parseCron } from './cron.ts'
import { isZone } from './local-time.ts'
import type { SchedulePlan } from './schedule.ts'
import type { When } from './when.ts'

// Apart from schedule.ts, since the loader of skills needs no reader of cron expressions.

/**
 * What makes two schedules the same thing: what runs, where and when, however the time is written. How it deals with
 * time-outs, misses and overlaps makes no difference.
 */
export const sameAs = (skill: string, { when, zone, engine, projectDir, args }: SchedulePlan): string =>
  JSON.stringify([
    ...[skill, when.kind === 'cron' ? { ...when, expression: canonicalCron(when.expression) } : when],
    ...[when.kind === 'cron' ? zone : '', engine, projectDir, args],
  ])

export const writePlan = (plan: SchedulePlan): string => JSON.stringify(plan)

/** The plan that a kept text holds, or what is wrong with it: a person may have edited it. */
export function readPlan(text: string): SchedulePlan | { readonly fault: string } {
  const value = jsonIn(text)
  if (value === undefined) return { fault: 'it is no JSON' }
  if (!isFields(value)) return { fault: 'it is no JSON object' }
  const wrong = Object.entries(FIELDS).find(([name, holds]) => !holds(value[name]))
  if (wrong !== undefined) return { fault: `${wrong[0]} is ${shown(value[wrong[0]])}` }
  const plan = value as unknown as SchedulePlan
  const why = faultOfTime(plan.when, plan.zone)
  return why === undefined ? plan : { fault: why }
}

/** Longest and shortest time of a run, in ms. */
export const TIMEOUT = { least: 1_000, most: 24 * 3_600_000, usual: 600_000 } as const
/** Most characters of the arguments: what a skill's text can hold of them. */
export const MOST_ARGS = 65_536

const isText = (value: unknown): value is string => typeof value === 'string'
const isTime = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15

const FIELDS: Readonly<Record<keyof SchedulePlan, (value: unknown) => boolean>> = {
  when: (value) =>
    isFields(value) &&
    ((value.kind === 'once' && isTime(value.at)) || (value.kind === 'cron' && isText(value.expression))),
  zone: (value) => isText(value) && isZone(value),
  engine: isText,
  words: (value) => Array.isArray(value) && value.every(isText),
  projectDir: (value) => isText(value) && /^(?:\/|[A-Za-z]:[\\/])/.test(value),
  args: (value) => isText(value) && value.length <= MOST_ARGS,
  to: (value) => value === undefined || isText(value),
  timeoutMs: (value) => Number.isSafeInteger(value) && Number(value) >= TIMEOUT.least && Number(value) <= TIMEOUT.most,
  missed: (value) => value === 'skip' || value === 'once',
  overlap: (value) => value === 'skip' || value === 'queue',
}

function faultOfTime(when: When, zone: string): string | undefined {
  if (when.kind === 'once') return undefined
  try {
    parseCron(when.expression, zone, 0)
    return undefined
  } catch (error) {
    if (!isWaylandError(error)) throw error
    return error.message.replace(/^--/, '')
  }
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : (JSON.stringify(value) ?? '').slice(0, 60))
