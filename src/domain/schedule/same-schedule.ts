import { canonicalCron } from './cron.ts'
import type { SchedulePlan } from './schedule.ts'

/**
 * What makes two schedules the same thing: what runs, where and when, however the time is written. How it deals with
 * time-outs, misses and overlaps makes no difference.
 */
export const sameAs = (skill: string, { when, zone, engine, projectDir, args }: SchedulePlan): string =>
  JSON.stringify([
    ...[skill, when.kind === 'cron' ? { ...when, expression: canonicalCron(when.expression) } : when],
    ...[when.kind === 'cron' ? zone : '', engine, projectDir, args],
  ])
