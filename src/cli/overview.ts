import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from '../app/skill-loop.ts'
import { readConfig } from '../config/config.ts'
import { asWaylandError } from '../domain/errors.ts'
import { program } from '../platform/process.ts'
import { columns, wrapped } from './columns.ts'
import type { Call } from './command.ts'
import { connectedAgents, firstSession } from './first-step.ts'
import { hintCounts, lateText } from './late-hints-text.ts'
import { counted } from './report.ts'

/** Days of what is new. */
const WEEK_MS = 7 * 86_400_000
const MAX_NAMES = 3

/**
 * The text of `wayland-core` without a command: how to begin, then what is new, what waits and what
 * the skills did this week, in at most 20 lines.
 */
export async function overview({ settings, open }: Pick<Call, 'settings' | 'open'>, width: number): Promise<string> {
  const lines = (await home(settings, open, width)) ?? [
    ...wrapped('wayland-core makes skills out of what you ask a coding agent again and again.', width),
    '',
    columns([
      ['  Set it up; it asks first', 'wayland-core setup'],
      ['  See how it works', 'wayland-core demo'],
    ]),
  ]
  return [
    ...lines,
    '',
    columns([
      ['  Every command and option', 'wayland-core help'],
      ['  How it works', join(program.root, 'README.md')],
    ]),
  ].join('\n')
}

/** Undefined where no agent is connected and no turn was recorded. */
async function home(settings: Call['settings'], open: Call['open'], width: number): Promise<string[] | undefined> {
  try {
    const config = readConfig({ given: settings })
    const before = async () => {
      const text = await firstSession(config)
      return text === undefined ? undefined : wrapped(text, width)
    }
    if (config.database === null || !existsSync(config.database)) return await before()
    await using loop = await open({ brief: true, needs: 'what was recorded is in' })
    const { turns, lastTurnAt } = await loop.upkeep.tally()
    if (turns === 0 || lastTurnAt === null) return await before()
    return await screen(
      loop,
      `${turns} turns recorded, the last on ${new Date(lastTurnAt).toISOString().slice(0, 10)}`,
      width,
    )
  } catch (error) {
    return [`What was learned cannot be shown (${asWaylandError(error).message}): "wayland-core doctor" says more.`]
  }
}

async function screen(loop: SkillLoop, recorded: string, width: number): Promise<string[]> {
  const since = new Date(Date.now() - WEEK_MS)
  const { byStatus, held } = await loop.review.statusOverview(MAX_NAMES)
  const { counts, items, more } = await loop.review.queue({ kind: 'draft', offset: 0, limit: MAX_NAMES })
  const rules = (await loop.review.rules()).filter(({ state }) => state === 'heard').length
  const used = (byStatus.active ?? 0) + (byStatus.pinned ?? 0)
  const fresh = items.filter(({ skill }) => skill.createdAt >= since).map(({ skill }) => skill.name)
  const late = lateText(await hintCounts(loop))
  const waits = [
    ...(counts.draft === 0 ? [] : [[`  ${counted(counts.draft, 'draft')} to keep or drop`, 'wayland-core ui']]),
    ...(counts.proposed === 0 ? [] : [[`  ${counted(counts.proposed, 'new version')} of skills`, 'wayland-core ui']]),
    ...held
      .slice(0, 1)
      .map(({ name }) => [`  ${counted(held.length, 'skill')} not offered before a look`, `wayland-core show ${name}`]),
    ...(rules === 0 ? [] : [[`  ${counted(rules, 'rule')} that you ask for in general`, 'wayland-core ui']]),
  ]
  return [
    `${recorded}; ${counted(used, 'skill')} kept.`,
    ...(fresh.length === 0 ? [] : wrapped(`New this week: ${fresh.join(', ')}${more ? ', …' : ''}`, width)),
    ...wrapped(week(await loop.upkeep.promptsSince(since), await connectedAgents(loop.upkeep.config)), width),
    '',
    ...(waits.length === 0 ? ['Nothing waits for you.'] : ['Waits for you', columns(waits)]),
    ...(late === undefined ? [] : ['', ...wrapped(`${late.found}: ${late.fix}.`, width)]),
    '',
    columns([
      ['  See everything', 'wayland-core status'],
      ['  Check that all is well', 'wayland-core doctor'],
    ]),
  ]
}

/** What the skills did this week; a run whose outcome is unknown counts as not sure. */
function week(prompts: Awaited<ReturnType<SkillLoop['upkeep']['promptsSince']>>, agents: string | undefined) {
  const { answered, offered, loaded, succeeded, failed } = prompts
  if (answered === 0)
    return agents === undefined
      ? 'This week no agent has asked for a skill; "wayland-core setup" connects yours.'
      : `This week no prompt of ${agents} came; "wayland-core doctor" checks the connection.`
  const offers = `This week a skill was offered at ${offered} of ${counted(answered, 'prompt')}`
  if (loaded === 0) return `${offers}; no run read it.`
  const unsure = loaded - succeeded - failed
  return `${offers}. Of ${counted(loaded, 'run')} that read it ${succeeded} worked, ${failed} failed, ${unsure} not sure.`
}
