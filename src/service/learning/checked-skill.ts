import {
  type Fallen,
  type GateContext,
  type Refusal,
  type Sifted,
  sift,
  siftedOf,
  without,
} from '../../domain/learning/gate.ts'
import { AUDIT, type AuditAnswer } from '../../domain/learning/prompts/audit.ts'
import { claimsOf, type ProposedSkill } from '../../domain/learning/proposal.ts'
import { auditText } from '../../domain/learning/review-text.ts'
import type { Questions } from './pipe.ts'

export interface Checking {
  readonly context: (skill: ProposedSkill) => Promise<GateContext>
  /** A further rule on what is left. */
  readonly further?: (left: ProposedSkill) => Refusal | undefined
  /** Asks the model once more, with what was taken out; null: it has nothing. */
  readonly again: (answer: ProposedSkill, found: Sifted) => Promise<ProposedSkill | null>
  readonly questions: Questions
}

/**
 * Checks a proposed skill by rules, then by an audit that sees statements and quotations alone. What breaks a rule or is
 * doubted falls by itself; the model is asked once more with the reasons, and the better of both answers is kept.
 */
export async function checkedSkill(
  first: ProposedSkill,
  { context, further, again, questions }: Checking,
): Promise<Sifted> {
  const held = (found: Sifted): Sifted => {
    const broken = found.refusal ?? further?.(found.left)
    const [first] = found.fallen
    const refusal =
      broken === undefined || first === undefined || broken === found.refusal ? broken : becauseOf(first, broken)
    return refusal === undefined ? found : { ...found, refusal }
  }
  const sifted = async (skill: ProposedSkill): Promise<Sifted> => {
    return held(sift(skill, await context(skill)))
  }
  const once = async (answer: ProposedSkill, found: Sifted): Promise<Sifted | undefined> => {
    if (found.refusal !== undefined && FINAL.has(found.refusal.rule)) return undefined
    const skill = await again(answer, found)
    return skill === null ? undefined : await sifted(skill)
  }
  const audited = async (found: Sifted): Promise<Sifted> => {
    if (found.refusal !== undefined) return found
    const read = withoutDoubted(found.left, await questions.ask(AUDIT, auditText(found.left)))
    return held({ ...read, fallen: [...read.fallen, ...found.fallen] })
  }

  const answered = await sifted(first)
  if (isWhole(answered)) {
    const read = await audited(answered)
    const second = isWhole(read) ? undefined : await once(first, read)
    return second === undefined ? read : better(read, await audited(second))
  }
  const second = await once(first, answered)
  return await audited(second === undefined ? answered : better(answered, second))
}

/** A refusal that what was taken out has led to. */
const becauseOf = ({ rule, reason }: Fallen, broken: Refusal): Refusal => ({
  rule,
  reason: `${broken.reason}: ${reason}`,
})

/** Rules whose reasons would only teach how to say the same otherwise. */
const FINAL: ReadonlySet<string> = new Set(['rejected before', 'project notes'])

const isWhole = ({ fallen, refusal }: Sifted): boolean => fallen.length === 0 && refusal === undefined

/** The second, unless it is refused or says less. */
const better = (one: Sifted, second: Sifted): Sifted =>
  second.refusal === undefined && (one.refusal !== undefined || size(second) >= size(one)) ? second : one

const size = ({ left }: Sifted): number => claimsOf(left).length

/** What the audit supports; a statement that it leaves out is not known to be. */
function withoutDoubted(skill: ProposedSkill, { claims: told }: AuditAnswer): Sifted {
  const fallen = claimsOf(skill).flatMap(({ id, text }): readonly (Fallen & { readonly id: string })[] => {
    const one = told.find((answer) => answer.id === id)
    const why = one === undefined || one.reason === '' ? '' : `: ${one.reason}`
    return one?.supported === true
      ? []
      : [{ id, text, rule: 'audit', reason: `it does not follow from what it cites${why}` }]
  })
  return siftedOf(skill, without(skill, new Set(fallen.map(({ id }) => id))), fallen)
}
