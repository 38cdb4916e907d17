import { WaylandError } from '../../domain/errors.ts'
import {
  BODY_DIGEST,
  bodyDigest,
  type Checked,
  checkedMeasurement,
  idOf,
  type Measurement,
} from '../../domain/measurement.ts'
import { redactTurn } from '../../domain/redact.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { PromptRow } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

/** The result of adding a measurement. */
export interface ScoreReceipt {
  /** UUID of its row. */
  readonly id: string
  readonly skill: string
  /** `known`: the row existed before, and nothing changed. */
  readonly status: 'added' | 'known'
  /** Whether it was measured on the skill's current text; otherwise it is stored, but seeds no arm. */
  readonly current: boolean
}

export interface Measurer {
  /**
   * Stores a measured score as a `bench` row, once. Throws `bad_file`, `no_such_skill`, `ambiguous_skill`, or
   * `conflict` for an id that another row has.
   */
  addScore(measurement: Measurement): Promise<ScoreReceipt>
}

export function createMeasurer({
  store,
  catalogue,
  router,
  clock,
}: Core<'store' | 'catalogue' | 'router' | 'clock'>): Measurer {
  return {
    async addScore(measurement) {
      const checked = checkedMeasurement(measurement)
      const skill = findSkill(await catalogue.all(), checked.skill)
      const row = rowOf(checked, skill, clock.now())
      const there = await store.addPrompt(row)
      if (there !== undefined && !isSame(there, row))
        throw new WaylandError('conflict', `there is another row of id ${row.id}`, {
          hint: 'Leave the id out, or give each row one of its own.',
        })
      if (there === undefined) router.refresh()
      return {
        id: row.id,
        skill: skill.name,
        status: there === undefined ? 'added' : 'known',
        current: checked.bodyDigest === bodyDigest(skill.body),
      }
    },
  }
}

function rowOf(checked: Checked, skill: { readonly id: string; readonly name: string }, now: Date): PromptRow {
  const { promptBody, metadata } = withoutSecrets(checked)
  return {
    id: checked.id ?? idOf(checked, skill.id),
    skillName: skill.name,
    parentId: checked.parent ?? null,
    promptBody,
    score: checked.score,
    scoreMeasured: true,
    scorer: 'bench',
    generation: checked.generation ?? 0,
    createdAt: checked.createdAt ?? Math.floor(now.getTime() / 1000),
    metadata: { ...metadata, [BODY_DIGEST]: checked.bodyDigest },
  }
}

/** Redacts the text and its metadata together, like a turn: a secret recognised in one is removed from both. */
function withoutSecrets({ promptBody = '', metadata = {} }: Checked) {
  const turn = { userInput: promptBody, outcome: 'unknown' as const, summary: '', timestamp: new Date(0) }
  const { userInput, toolCalls } = redactTurn({ ...turn, toolCalls: [{ name: 'bench', input: metadata, ok: null }] })
  return { promptBody: userInput, metadata: toolCalls?.[0]?.input as Readonly<Record<string, unknown>> }
}

/** Rows whose time was not given are compared without it. */
const isSame = (a: PromptRow, b: PromptRow): boolean =>
  a.skillName === b.skillName &&
  a.scorer === b.scorer &&
  a.score === b.score &&
  a.parentId === b.parentId &&
  a.metadata?.[BODY_DIGEST] === b.metadata?.[BODY_DIGEST]
