import type { PutAside, SkillLoop } from '../app/skill-loop.ts'
import type { Job } from '../daemon/job.ts'
import { openSpool } from '../daemon/spool.ts'
import { processIsAlive } from '../platform/process.ts'
import type { Report } from './report.ts'

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
