import type { Database } from 'better-sqlite3'
import { type GridValues, likelihoodAt } from '../../domain/belief.ts'
import {
  afterDecision,
  isRefitDue,
  type ObservedOutcome,
  type UpdatedDecision,
  updateFrom,
} from '../../domain/routing/decision-update.ts'
import type { Knowledge } from '../../domain/routing/deliberation.ts'
import { type Arm, type Fit, GRID, NEW_WORLD, type World, withPopulation } from '../../domain/routing/learned-rates.ts'
import type { LoggedDecision } from '../../domain/routing/logged.ts'
import { afterRequest, type Mix, NEW_MIX } from '../../domain/routing/mix.ts'
import type { SkillCounts } from '../../domain/skill.ts'
import type { arms as armTable, fits as fitTable, world as worldTable } from './routing-schema.ts'
import type { RowOf } from './row.ts'

type WorldRow = RowOf<typeof worldTable>
type ArmKept = Pick<RowOf<typeof armTable>, (typeof ARM)[number]>
type FitRow = Pick<RowOf<typeof fitTable>, 'likelihood' | 'wrong' | 'at'>

const ARM = [
  'offered',
  'loaded',
  'successes',
  'failures',
  'likelihood',
  'outcomes',
  'none_successes',
  'none_failures',
  'at',
] as const

/** The statistics learned from outcomes. Writers run inside the caller's transaction and read what they change. */
export function knowledgeTable(db: Database, halfLife: number) {
  const world = db.prepare<[], WorldRow>('SELECT * FROM world WHERE id = 1')
  const arm = db.prepare<[string], ArmKept>(`SELECT ${ARM.join(', ')} FROM arms WHERE name = ?`)
  const fit = db.prepare<[string, string], FitRow>(
    'SELECT likelihood, wrong, at FROM fits WHERE skill = ? AND kind = ?',
  )
  const measured = db.prepare<[], ArmKept>(
    `SELECT ${ARM.join(', ')} FROM arms
     WHERE outcomes > 0 OR (likelihood IS NULL AND successes + failures > 0) ORDER BY name`,
  )
  const saveWorld = db.prepare<unknown[]>(
    `UPDATE world SET none_successes = ?, none_failures = ?, wrong_successes = ?, wrong_failures = ?, population = ?,
       need = ?, at = ? WHERE id = 1`,
  )
  const saveDecided = db.prepare<[number, Buffer]>('UPDATE world SET need = ?, mix = ? WHERE id = 1')
  const saveArm = db.prepare<unknown[]>(
    `INSERT INTO arms (name, successes, failures, offered, loaded, likelihood, outcomes, none_successes, none_failures, at)
     VALUES (?,0,0,0,0,?,?,?,?,?)
     ON CONFLICT(name) DO UPDATE SET likelihood = excluded.likelihood, outcomes = excluded.outcomes,
       none_successes = excluded.none_successes, none_failures = excluded.none_failures, at = excluded.at`,
  )
  const saveFit = db.prepare<[string, string, Buffer, number, number]>(
    `INSERT INTO fits (skill, kind, likelihood, wrong, at) VALUES (?,?,?,?,?)
     ON CONFLICT(skill, kind) DO UPDATE SET likelihood = excluded.likelihood, wrong = excluded.wrong, at = excluded.at`,
  )
  const forgetLikelihood = db.prepare<[string]>('UPDATE arms SET likelihood = NULL, outcomes = 0 WHERE name = ?')
  const forgetFit = db.prepare<[string, string]>('DELETE FROM fits WHERE skill = ? AND kind = ?')
  const forgetFits = db.prepare<[string]>('DELETE FROM fits WHERE skill = ?')

  const armOf = (skill: string): Arm | undefined => toArm(arm.get(skill))
  const fitOf = (skill: string, kind: string): Fit | undefined => toFit(fit.get(skill, kind))

  const read: (skills: readonly string[], kind: string) => Knowledge = db.transaction((skills, kind) => {
    const row = world.get()!
    const arms = new Map<string, Arm>()
    const fits = new Map<string, Fit>()
    const counts = new Map<string, SkillCounts>()
    for (const skill of skills) {
      const kept = arm.get(skill)
      const known = toArm(kept)
      const met = kind === '' ? undefined : fitOf(skill, kind)
      if (kept !== undefined) counts.set(skill, countsOf(kept))
      if (known !== undefined) arms.set(skill, known)
      if (met !== undefined) fits.set(skill, met)
    }
    return { world: toWorld(row), mix: toMix(row), decisions: row.decisions, arms, fits, counts }
  })

  return {
    knowledge: read,
    /** Records a logged decision; `relevance` is that of the best skill found, 0 if none. */
    decided(decision: Pick<LoggedDecision, 'reason' | 'number' | 'weighed'>, relevance: number): void {
      const row = world.get()!
      const first = decision.weighed[0]?.skill
      const { need } = afterDecision(toWorld(row), decision, first === undefined ? undefined : armOf(first), halfLife)
      saveDecided.run(need, toBlob(afterRequest(toMix(row), relevance)))
    },
    /** Learns from a decision's outcome, the `settled`-th. */
    learn(decision: UpdatedDecision, ending: Omit<ObservedOutcome, 'halfLife'>, settled: number): void {
      const before = toWorld(world.get()!)
      const after = updateFrom({ world: before, armOf, fitOf }, decision, { ...ending, halfLife })
      if (after === undefined && !isRefitDue(settled)) return
      if (after?.arm !== undefined) {
        const { likelihood, outcomes, none, at } = after.arm.arm
        saveArm.run(after.arm.skill, toBlob(likelihood), outcomes, none.successes, none.failures, at)
      }
      if (after?.fit !== undefined) {
        const { likelihood, wrong, at } = after.fit.fit
        saveFit.run(after.fit.skill, after.fit.kind, toBlob(likelihood), wrong, at)
      }
      const learned = after?.world ?? before
      const { none, wrong, population, need, at } = isRefitDue(settled)
        ? withPopulation(
            learned,
            measured.all().map((kept) => toArm(kept) as Arm),
          )
        : learned
      saveWorld.run(none.successes, none.failures, wrong.successes, wrong.failures, toBlob(population), need, at)
    },
    /** Undoes an outcome: the skill's statistics for that kind are deleted, and others follow from its counts. */
    unlearn(skill: string, kind: string): void {
      forgetLikelihood.run(skill)
      forgetFit.run(skill, kind)
    },
    forgetFits: forgetFits.run,
  }
}

export type KnowledgeTable = ReturnType<typeof knowledgeTable>

const countsOf = ({ offered, loaded, successes, failures }: ArmKept): SkillCounts => ({
  offered,
  loaded,
  successes,
  failures,
})

/** A row written before likelihoods were stored only has counts. */
function toArm(row: ArmKept | undefined): Arm | undefined {
  if (row === undefined || (row.likelihood === null && row.successes + row.failures === 0)) return undefined
  return {
    likelihood: row.likelihood === null ? likelihoodAt(GRID, row) : toColumn(row.likelihood),
    outcomes: row.likelihood === null ? row.successes + row.failures : row.outcomes,
    none: { successes: row.none_successes, failures: row.none_failures },
    at: row.at,
  }
}

const toFit = (row: FitRow | undefined): Fit | undefined =>
  row === undefined ? undefined : { likelihood: toColumn(row.likelihood), wrong: row.wrong, at: row.at }

const toWorld = (row: WorldRow): World => ({
  none: { successes: row.none_successes, failures: row.none_failures },
  wrong: { successes: row.wrong_successes, failures: row.wrong_failures },
  population: row.population === null ? NEW_WORLD.population : toColumn(row.population),
  need: row.need,
  at: row.at,
})

const toMix = ({ mix }: WorldRow): Mix => (mix === null ? NEW_MIX : toColumn(mix))

/** As float64: a third of the size of JSON, faster to write and read (measured), and exact. */
const toBlob = (column: GridValues): Buffer => Buffer.from(Float64Array.from(column).buffer)

function toColumn(bytes: Buffer): GridValues {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const column: number[] = []
  // A prompt reads a dozen of a hundred values each: by Array.from they take twice as long.
  for (const value of new Float64Array(copy)) column.push(value)
  return column
}
