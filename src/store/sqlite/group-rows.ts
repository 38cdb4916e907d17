import type { Database } from 'better-sqlite3'
import { type BaselineSimilarity, NO_BASELINE, nextBaseline } from '../../domain/grouping/baseline-similarity.ts'
import type { Group, GroupChange } from '../../domain/grouping/group.ts'
import { GroupMemory } from '../../domain/grouping/memory.ts'
import type { Deeds, Request } from '../../domain/grouping/request.ts'
import type { groups as groupNames, groupRequests } from './group-schema.ts'
import { notesOf } from './notes.ts'

/** The similarity baseline of a scope, and the last request that it includes; later ones are in their rows. */
interface KeptBaseline {
  readonly level: BaselineSimilarity
  readonly upTo: number
}

type RequestRow = Omit<typeof groupRequests.$inferSelect, 'scope'>

/** The groups of a scope in memory, with what is needed to continue them. */
export interface HeldGroups {
  readonly memory: GroupMemory
  /** The number of the next request; ascends with time. A number that names a group is never reused. */
  next: number
  /** The last request that the stored similarity baseline includes. */
  upTo: number
  readonly turns: RequestTurns
  /** Requests that left their group and whose rows are not deleted yet. */
  gone: number[]
}

/** Two-way map between requests in memory and their turns. */
export class RequestTurns {
  readonly #turns = new Map<number, string>()
  readonly #requests = new Map<string, number>()

  add(id: number, turnId: string): void {
    this.#turns.set(id, turnId)
    this.#requests.set(turnId, id)
  }

  drop(id: number): void {
    this.#requests.delete(this.#turns.get(id) ?? '')
    this.#turns.delete(id)
  }

  turnOf(id: number): string | undefined {
    return this.#turns.get(id)
  }

  requestOf(turnId: string): number | undefined {
    return this.#requests.get(turnId)
  }
}

/** The baseline is stored once in this many requests; the requests' rows hold the rest. */
const LEVEL_EVERY = 64
/** Rows of members that left their group are deleted in batches of this size: those of one time share pages. */
const GONE_AT_ONCE = 256

/**
 * The rows of groups. A usual turn appends one row and changes no other: membership, waiting state and the baseline's
 * increments are stored with each request.
 */
export function groupRows(db: Database) {
  const add = db.prepare<unknown[]>(
    `INSERT INTO group_requests (scope, id, text, signature, group_id, turn_id, at, waiting, bins_json, deeds_json)
     VALUES (?,?,?,?,?,?,?,?,?,?)`,
  )
  const move = db.prepare<[number, string, number]>('UPDATE group_requests SET group_id = ? WHERE scope = ? AND id = ?')
  const setWaiting = db.prepare<[number, string, number]>(
    'UPDATE group_requests SET waiting = ? WHERE scope = ? AND id = ?',
  )
  const dropRequest = db.prepare<[string, number]>('DELETE FROM group_requests WHERE scope = ? AND id = ?')
  const addGroup = db.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO groups (scope, id, signature) VALUES (?,?,?)',
  )
  const dropGroup = db.prepare<[string, number]>('DELETE FROM groups WHERE scope = ? AND id = ?')
  const baselines = notesOf<KeptBaseline>(db, 'baseline')

  /** Writes the changes of a step before they are applied in memory; `id` is the turn's request. */
  function write(scope: string, held: HeldGroups, changes: readonly GroupChange[], id: number, turnId: string): void {
    for (const change of changes) {
      if (change.kind === 'put_request') writeRequest(scope, held, changes, change.request, id, turnId)
      else if (change.kind === 'drop_request') writeDrop(scope, held, change.id)
      else if (change.kind === 'drop_group') dropGroup.run(scope, change.id)
      else if (change.kind === 'put_group') writeGroup(scope, held.memory.group(change.group.id), change.group, id)
    }
    const goes = held.gone.length >= GONE_AT_ONCE ? held.gone.splice(0) : []
    for (const one of goes) dropRequest.run(scope, one)
    keepLevel(scope, held, changes, goes, id)
  }

  /** The row of a member that left may stay: readers skip it, since its group has enough newer ones. */
  function writeDrop(scope: string, held: HeldGroups, id: number): void {
    held.turns.drop(id)
    const group = held.memory.group(held.memory.request(id)?.group ?? -1)
    if (group === undefined || group.waiting.includes(id)) dropRequest.run(scope, id)
    else held.gone.push(id)
  }

  /** Inserts the turn's request, or updates the group of another one. */
  function writeRequest(
    scope: string,
    held: HeldGroups,
    changes: readonly GroupChange[],
    { id, text, signature, at, group, deeds }: Request,
    added: number,
    turnId: string,
  ): void {
    if (id !== added) {
      if (group !== undefined) move.run(group, scope, id)
      return
    }
    held.turns.add(id, turnId)
    const bins = changes.find((change) => change.kind === 'put_level')?.bins
    const waits = changes.some((change) => change.kind === 'put_group' && change.group.waiting.includes(id))
    add.run(
      scope,
      id,
      text,
      signature,
      group ?? null,
      turnId,
      at ?? 0,
      waits ? 1 : 0,
      bins ? JSON.stringify(bins) : null,
      deeds === undefined ? null : JSON.stringify(deeds),
    )
  }

  function writeGroup(
    scope: string,
    before: Group | undefined,
    { id, signature, waiting }: Group,
    added: number,
  ): void {
    if (before?.signature !== signature) addGroup.run(scope, id, signature)
    const was = before?.waiting ?? []
    for (const one of was) if (!waiting.includes(one)) setWaiting.run(0, scope, one)
    for (const one of waiting) if (one !== added && !was.includes(one)) setWaiting.run(1, scope, one)
  }

  /** Deleting a request loses its increment of the baseline: that is stored first. */
  function keepLevel(
    scope: string,
    held: HeldGroups,
    changes: readonly GroupChange[],
    gone: readonly number[],
    id: number,
  ): void {
    const put = changes.find((change) => change.kind === 'put_level')
    const goes =
      gone.some((one) => one > held.upTo) ||
      changes.some((change) => change.kind === 'drop_request' && change.id > held.upTo)
    if (!goes && (put === undefined || id - held.upTo < LEVEL_EVERY)) return
    baselines.put(scope, { level: put?.level ?? held.memory.level, upTo: id })
    held.upTo = id
  }

  return { load: groupReads(db), write }
}

function groupReads(db: Database) {
  const requests = db.prepare<[string], RequestRow>(
    `SELECT id, turn_id AS turnId, text, signature, at, group_id AS groupId, waiting, bins_json AS binsJson, deeds_json AS deedsJson
     FROM group_requests WHERE scope = ? ORDER BY id`,
  )
  const groups = db.prepare<[string], Omit<typeof groupNames.$inferSelect, 'scope'>>(
    'SELECT id, signature FROM groups WHERE scope = ?',
  )
  const baselines = notesOf<KeptBaseline>(db, 'baseline')

  /** `room`: the maximum of members of a group. */
  function load(scope: string, room: number): HeldGroups {
    const rows = requests.all(scope)
    const named = groups.all(scope)
    const { level, upTo } = baselines.get(scope) ?? { level: NO_BASELINE, upTo: 0 }
    const since = rows.filter(({ id, binsJson }) => id > upTo && binsJson !== null)
    const all = groupsOf(named, rows, room)
    const members = new Set(all.flatMap((group) => group.members))
    const isHeld = ({ id, groupId }: RequestRow) => groupId === null || members.has(id)
    const state = {
      requests: rows.filter(isHeld).map(toRequest),
      groups: all,
      level: since.reduce(
        (sum, { id, binsJson }) => nextBaseline(sum, id, JSON.parse(binsJson ?? '[]') as number[]),
        level,
      ),
    }
    const last = Math.max(upTo, rows.at(-1)?.id ?? 0, ...named.slice(-1).map(({ id }) => id))
    const turns = new RequestTurns()
    for (const row of rows) if (isHeld(row)) turns.add(row.id, row.turnId)
    const gone = rows.filter((row) => !isHeld(row)).map(({ id }) => id)
    return { memory: new GroupMemory(state), next: last + 1, upTo, turns, gone }
  }

  return load
}

const toRequest = ({ id, text, signature, at, groupId, deedsJson }: RequestRow): Request => ({
  id,
  text,
  signature,
  at,
  ...(groupId !== null && { group: groupId }),
  ...(deedsJson !== null && { deeds: JSON.parse(deedsJson) as Deeds }),
})

/** Ordered by the last change, which is that of the newest member. */
function groupsOf(
  named: readonly { readonly id: number; readonly signature: string }[],
  rows: readonly RequestRow[],
  room: number,
): readonly Group[] {
  const members = new Map<number, RequestRow[]>(named.map(({ id }) => [id, []]))
  for (const row of rows) if (row.groupId !== null) members.get(row.groupId)?.push(row)
  return named
    .map(({ id, signature }) => {
      const own = (members.get(id) ?? []).slice(-room)
      const waiting = own.filter((row) => row.waiting === 1).map((row) => row.id)
      return { id, signature, members: own.map((row) => row.id), waiting }
    })
    .sort((a, b) => (a.members.at(-1) ?? 0) - (b.members.at(-1) ?? 0))
}
