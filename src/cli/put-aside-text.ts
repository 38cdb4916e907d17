import type { PutAside, SkillLoop } from '../app/skill-loop.ts'
import type { Job } from '../daemon/job.ts'
import { openSpool } from '../daemon/spool.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/process.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import type { Report } from './report.ts'
import { takeInSpooled } from './spooled.ts'

/** An item that was put aside, as surfaces show it: an event of an engine, a draft or a turn. */
export interface Aside extends Omit<PutAside, 'kind'> {
  readonly kind: PutAside['kind'] | 'event'
}

/** Items shown; further ones are counted. */
const MAX_SHOWN = 10

/**
 * Everything that was put aside: events that could not be read, drafts and turns that failed or ended their process.
 */
export async function asideOf(loop: {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'config' | 'putAside'>
}): Promise<readonly Aside[]> {
  return [...eventsAside(loop.upkeep.config.dataDir), ...(await loop.upkeep.putAside())]
}

/** Only the events that were put aside; needs no database. */
export const eventsAside = (dataDir: string | null): readonly Aside[] =>
  dataDir === null ? [] : openSpool(dataDir, process.pid, processIsAlive).look().aside.map(ofJob)

/** Writes them for a person, with what to do. */
export function tellAside(aside: readonly Aside[], report: Report): void {
  if (aside.length === 0) return
  report.line('\nPut aside after three tries; other work goes on without it')
  report.table(
    aside
      .slice(-MAX_SHOWN)
      .map(({ kind, what, at, why }) => [`  ${kind}`, new Date(at).toISOString().slice(0, 16), what, why]),
  )
  if (aside.length > MAX_SHOWN) report.line(`  … and ${aside.length - MAX_SHOWN} before these`)
  report.line('Try it again: wayland-core daemon retry')
}

export const asideToWire = ({ kind, what, at, why }: Aside) => ({ kind, what, at: new Date(at).toISOString(), why })

function ofJob({ engine, payload, at, why = '' }: Job): Aside {
  const { session_id: session } = payload as { readonly session_id?: unknown }
  return { kind: 'event', what: typeof session === 'string' ? `${engine}, session ${session}` : engine, at, why }
}

/**
 * `daemon retry`: tries once more what was put aside, in the running daemon or in this process. Exit code 1 where some
 * of it fails again.
 */
export async function retry({ open, report, json }: Call): Promise<ExitCode> {
  await using loop = await open()
  const { dataDir, settings } = loop.upkeep.config
  if (dataDir === null || settings.skills === 'off')
    throw new WaylandError('storage_unavailable', 'nothing is kept: there is no data folder, or "skills" is off')
  let events = 0
  try {
    events = openSpool(dataDir, process.pid, processIsAlive).tryAgain()
  } catch (error) {
    throw new WaylandError('storage_unavailable', asWaylandError(error).message, { cause: error })
  }
  const rest = await loop.upkeep.tryAgain()
  const { waiting, daemon } = await takeInSpooled(loop)
  const aside = await asideOf(loop)
  const tried = events + rest
  if (json) report.json({ tried, waiting, put_aside: aside.length })
  else if (tried === 0) report.line('nothing was put aside')
  else {
    const by = daemon === null ? '' : `; the daemon, process ${daemon}, reads the events`
    report.line(`tried again: ${tried}${by}`)
  }
  if (!json) tellAside(aside, report)
  return aside.length === 0 ? EXIT.done : EXIT.refused
}
