import type { Database, Statement } from 'better-sqlite3'
import type { ToolCall, TurnTrajectory } from '../../domain/turn.ts'
import type { ExplainedTurn, FoundTurns, NewTurn, ProjectTime, ProjectTurn, TurnsAsked } from '../ports/turn-store.ts'
import { containing } from './like.ts'
import type { Known, RowOf } from './row.ts'
import type { turns } from './schema.ts'

export type TurnRow = RowOf<typeof turns>

/** Turns cached, and size limit of one in characters: successive drafts of a skill share most of their evidence. */
const MAX_KEPT = 512
const MAX_LENGTH = 32 * 1024

/**
 * Turns by their ids, the latest of them from memory. Equal rows give the same object while it is among those last used, so
 * that what is derived from it (in WeakMaps) is derived once; a changed row gives another. A row is read again once another
 * process has written, or once `forget` says that this one changed it.
 */
export class KeptTurns {
  readonly #kept = new Map<string, Kept>()
  /** The row of a turn, read now. */
  readonly row: Statement<[string], TurnRow>['get']
  readonly #dataVersion: Statement<[], number>
  #version: number | undefined
  /** Ascends whenever what was read may no longer hold. */
  #time = 0
  #added = 0

  constructor(db: Database) {
    this.row = db.prepare<[string], TurnRow>('SELECT * FROM turns WHERE id = ?').get
    this.#dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  }

  /** The known turns among these ids, in this order. */
  readonly turns = (ids: readonly string[]): TurnTrajectory[] => {
    const now = this.#now()
    return ids.flatMap((id) => {
      const known = this.#kept.get(id)
      if (known?.at === now) return this.#keep(id, known)
      const row = this.row(id)
      return row === undefined ? [] : this.turnOf(row)
    })
  }

  /** The turn of a row that was read just now. */
  turnOf(row: TurnRow): TurnTrajectory {
    const { id } = row
    const at = this.#now()
    const known = this.#kept.get(id)
    if (known !== undefined && isSame(known.row, row)) return this.#keep(id, { ...known, at })
    const turn = toTurn(row)
    if ((row.tool_calls_json?.length ?? 0) + row.user_input.length > MAX_LENGTH) this.#kept.delete(id)
    else this.#keep(id, { row, turn, at })
    return turn
  }

  /** To be called when this process has changed or deleted turns, or has rolled back. */
  readonly forget = (): void => {
    this.#time++
  }

  /** To be called when this process has stored a turn. */
  added(): void {
    this.#added++
  }

  /** Another value once a turn was stored, changed or deleted, or another process has written. */
  readonly now = (): string => `${this.#now()} ${this.#added}`

  #now(): number {
    const version = this.#dataVersion.get()
    if (version !== this.#version) this.#time++
    this.#version = version
    return this.#time
  }

  #keep(id: string, kept: Kept): TurnTrajectory {
    // The latest are at the end.
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return kept.turn
  }
}

interface Kept {
  readonly row: TurnRow
  readonly turn: TurnTrajectory
  readonly at: number
}

/** Compares the columns that a turn is made of; whether and why it counted is none of them. */
const isSame = (a: TurnRow, b: TurnRow): boolean =>
  (Object.keys(a) as (keyof TurnRow)[]).every(
    (column) => column === 'why_json' || column === 'uncounted' || a[column] === b[column],
  )

function toTurn(row: TurnRow): TurnTrajectory {
  const given = {
    sessionId: row.session_id || null,
    promptId: row.prompt_id,
    projectDir: row.project_dir,
    project: row.project,
    pickedSkill: row.picked_skill,
    decisionId: row.decision_id,
    turns: row.turn_count,
    stopReason: row.stop_reason,
    kind: row.kind,
    toolCalls: row.tool_calls_json === null ? null : (JSON.parse(row.tool_calls_json) as ToolCall[]),
  }
  return {
    userInput: row.user_input,
    outcome: row.outcome,
    summary: row.summary,
    engine: row.engine,
    timestamp: new Date(row.at),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Partial<TurnTrajectory>),
  }
}

export const INSERT = `
  INSERT INTO turns (id, engine, session_id, prompt_id, project_dir, project, signature, outcome, user_input, summary,
    picked_skill, decision_id, turn_count, stop_reason, tool_calls_json, at, why_json, extent, kind, uncounted)
  VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`

/** The values of a turn's row, in the order of `INSERT`. */
export function valuesOf(
  { id, signature, trajectory: t }: NewTurn,
  why: ExplainedTurn['why'] | undefined,
  uncounted: 0 | null,
): unknown[] {
  return [
    id,
    t.engine ?? 'generic',
    t.sessionId ?? '',
    t.promptId ?? null,
    t.projectDir ?? null,
    t.project ?? null,
    signature,
    t.outcome,
    t.userInput,
    t.summary,
    t.pickedSkill ?? null,
    t.decisionId ?? null,
    t.turns ?? null,
    t.stopReason ?? null,
    t.toolCalls === undefined ? null : JSON.stringify(t.toolCalls),
    t.timestamp.getTime(),
    why === undefined ? null : JSON.stringify(why),
    t.extent ?? null,
    t.kind ?? null,
    uncounted,
  ]
}

export const whyOf = (row: TurnRow): ExplainedTurn['why'] =>
  row.why_json === null ? {} : (JSON.parse(row.why_json) as ExplainedTurn['why'])

/** SQL of the project that a turn belongs to. */
export const PROJECT = 'coalesce(project, project_dir)'

/** SQL that leaves turns out which are recorded apart (`domain/origin.ts`). */
export const OF_A_PERSON = "(kind IS NULL OR kind = 'scheduled')"

/** SQL of what a turn says in its latest reading. */
const READING = "coalesce(extent, '') || '/' || coalesce(turn_count, '') || '/' || outcome"

type Row = ProjectTurn & Pick<Known<typeof turns.$inferSelect, 'project'>, 'project' | 'at'>

/** For each asked: the newest turns of the project until the time, at most `limit`; one pass over all turns. */
export function turnsBefore(
  db: Database,
  asked: readonly ProjectTime[],
  limit: number,
): readonly (readonly ProjectTurn[])[] {
  const found = asked.map((): ProjectTurn[] => [])
  // By project, the latest first: those whose time has come are open until they are full.
  const waiting = new Map<string, { readonly open: number[]; readonly later: number[] }>()
  for (const [index, { project }] of asked.entries()) {
    const of = waiting.get(project) ?? { open: [], later: [] }
    of.later.push(index)
    waiting.set(project, of)
  }
  for (const { later } of waiting.values()) later.sort((a, b) => asked[a]!.until - asked[b]!.until)
  const without = asked.map(({ except }) => new Set(except))
  // Ids ascend with time.
  const newest = db.prepare<[number, string], Row>(
    `SELECT id, ${PROJECT} AS project, at, ${READING} AS reading FROM turns
     WHERE at <= ? AND ${OF_A_PERSON} AND ${PROJECT} IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
  )
  const latest = asked.reduce((time, { until }) => Math.max(time, until), Number.NEGATIVE_INFINITY)
  for (const { project, at, id, reading } of newest.iterate(latest, JSON.stringify([...waiting.keys()]))) {
    const of = waiting.get(project)
    if (of === undefined) continue
    while (of.later.length > 0 && asked[of.later.at(-1)!]!.until >= at) of.open.push(of.later.pop()!)
    for (let place = of.open.length - 1; place >= 0; place--) {
      const index = of.open[place]!
      if (asked[index]!.until < at || without[index]!.has(id)) continue
      if (found[index]!.push({ id, reading }) === limit) of.open.splice(place, 1)
    }
    if (of.open.length + of.later.length > 0) continue
    waiting.delete(project)
    if (waiting.size === 0) break
  }
  return found
}

/** Turns as they are looked up; `toTurn` converts a row. */
export function turnReads(db: Database, kept: KeptTurns) {
  const ofSession = (where: string) =>
    `SELECT id, outcome FROM turns WHERE engine = ? AND session_id = ? ${where} ORDER BY at DESC, id DESC LIMIT 1`
  const lastOfSession = db.prepare<[string, string], Pick<TurnRow, 'id' | 'outcome'>>(ofSession(''))
  const lastBefore = db.prepare<[string, string, string], Pick<TurnRow, 'id' | 'outcome'>>(
    ofSession('AND (at, id) < (SELECT at, id FROM turns WHERE id = ?)'),
  )
  // Ids ascend with time, so that only newer turns are skipped. In one column: rows of two take more than twice the time.
  const ofProject = db
    .prepare<[string, number, number], string>(
      `SELECT id || ' ' || ${READING} FROM turns WHERE ${PROJECT} = ? AND ${OF_A_PERSON} AND at <= ?
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
  const latest = db.prepare<[number], TurnRow>('SELECT * FROM turns ORDER BY id DESC LIMIT ?')
  const searched = db
    .prepare<{ before: string; text: string; scan: number; limit: number }, string>(
      `SELECT id FROM (SELECT id, user_input, signature, project_dir FROM turns WHERE id < :before ORDER BY id DESC LIMIT :scan)
       WHERE user_input LIKE :text ESCAPE '\\' OR signature LIKE :text ESCAPE '\\' OR project_dir LIKE :text ESCAPE '\\'
       LIMIT :limit`,
    )
    .pluck()
  const lastOf = db
    .prepare<[string, number], string>('SELECT id FROM turns WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?')
    .pluck()
  const alone = db
    .prepare<[string, string], string>(
      `SELECT DISTINCT session_id FROM (SELECT engine, session_id, user_input FROM turns ORDER BY id DESC LIMIT 5000) t
       WHERE user_input = ? AND session_id NOT IN ('', ?) AND NOT EXISTS (SELECT 1 FROM turns o
         WHERE o.engine = t.engine AND o.session_id = t.session_id AND o.user_input <> t.user_input)`,
    )
    .pluck()
  const isOlder = db.prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM turns WHERE id < ?)').pluck()

  const explained = (row: TurnRow): ExplainedTurn => ({
    id: row.id,
    signature: row.signature,
    trajectory: kept.turnOf(row),
    why: whyOf(row),
  })

  return {
    lastSuccess: (engine: string, sessionId: string, before?: string): string | undefined => {
      const row =
        before === undefined ? lastOfSession.get(engine, sessionId) : lastBefore.get(engine, sessionId, before)
      return row?.outcome === 'success' ? row.id : undefined
    },
    sessionsAlone: alone.all,
    projectTurns(project: string, limit: number, except: readonly string[], until = LAST_TIME): ProjectTurn[] {
      const without = new Set(except)
      const found = ofProject.all(project, until, limit + without.size).map((row) => {
        const at = row.indexOf(' ')
        return { id: row.slice(0, at), reading: row.slice(at + 1) }
      })
      return found.filter(({ id }) => !without.has(id)).slice(0, limit)
    },
    turns: kept.turns,
    explainTurn: (id: string): ExplainedTurn | undefined => {
      const row = kept.row(id)
      return row && explained(row)
    },
    latestTurns: (limit: number): ExplainedTurn[] => latest.all(limit).map(explained),
    findTurns({ limit, text = '', before = END, scan }: TurnsAsked): FoundTurns {
      const ids = searched.all({ before, text: containing(text), scan, limit })
      const rows = ids.flatMap((id) => kept.row(id) ?? [])
      // The search ends at the last turn of a full page, else at the last one that it may read.
      const last = ids.length === limit ? ids.at(-1) : lastOf.get(before, scan - 1)
      const more = last !== undefined && isOlder.get(last) === 1
      return { turns: rows.map(explained), ...(more ? { next: last } : {}) }
    },
  }
}

const LAST_TIME = 8.64e15
/** After every id. */
const END = '\u{10ffff}'
