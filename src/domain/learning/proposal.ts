import { z } from 'zod'
import { MAX_DESCRIPTION, MAX_NAME } from '../skill.ts'

/** Where a claim comes from: a turn, a call in it or none, and the words that it rests on. */
const cite = z.strictObject({
  turn: z.string().max(16).describe('the id of a turn, such as t2'),
  call: z.string().max(16).describe('the id of a call in that turn, such as c3, or "" for the words of the person'),
  quote: z.string().min(1).max(400).describe('copied from there, word by word'),
})

const cites = z.array(cite).min(1).max(6)
const line = (most: number) => z.string().min(1).max(most)

export const skillSchema = z.strictObject({
  name: line(MAX_NAME).describe('a-z, 0-9 and hyphens; names the class of tasks'),
  description: line(Math.min(MAX_DESCRIPTION, 600)).describe(
    'what it does and when to use it, in words a later request would use',
  ),
  use_when: z.array(line(200)).min(1).max(5),
  not_when: z.array(line(200)).max(3),
  rules: z
    .array(z.strictObject({ text: line(300), cites }))
    .max(8)
    .describe('standing wishes of the person'),
  steps: z
    .array(z.strictObject({ text: line(400), command: z.string().max(400), cites }))
    .max(12)
    .describe('command: one that ran in the evidence, its varying parts as <placeholder>; "" where there is none'),
  pitfalls: z.array(z.strictObject({ text: line(300), reason: line(300), cites })).max(6),
  checks: z.array(z.strictObject({ text: line(300), command: z.string().max(400), cites })).max(4),
  examples: z.array(line(200)).min(1).max(3).describe('requests of the person that it answers, in their words'),
  tags: z.array(line(40)).max(6),
  confidence: z.number().min(0).max(1),
})

/** What a model answers when it is asked what is to be learned from evidence. */
export const proposalSchema = z.strictObject({
  triage: z
    .enum(['defect', 'gap', 'lapse', 'environment', 'nothing'])
    .describe('defect of a skill, gap in what is known, lapse in execution, fault of the environment'),
  operation: z.enum(['none', 'create', 'extend', 'update', 'split', 'deprecate']),
  target: z.string().max(MAX_NAME).describe('the skill that is extended, updated, split or deprecated; else ""'),
  reason: line(600),
  skill: skillSchema.nullable().describe('null for none and deprecate'),
  look: z
    .array(z.strictObject({ tool: z.enum(['read_file', 'list']), path: line(300) }))
    .max(4)
    .describe('files of the project to see before answering; then operation is none. Usually []'),
})

export type Proposal = z.infer<typeof proposalSchema>
export type ProposedSkill = z.infer<typeof skillSchema>
export type Cite = z.infer<typeof cite>

/** A statement of a proposal with the places that it cites. */
export interface Claim {
  /** `rules[0]`, `steps[2]`. */
  readonly id: string
  readonly kind: 'rules' | 'steps' | 'pitfalls' | 'checks'
  readonly text: string
  /** '' where it has none. */
  readonly command: string
  readonly cites: readonly Cite[]
}

/** Where a citation points, as a person and a model read it: `t2, the person`, `t2 c3`, `part p4`. */
export const placeOf = ({ turn, call }: Cite): string =>
  call !== '' ? `${turn} ${call}` : turn.startsWith('p') ? `part ${turn}` : `${turn}, the person`

export function claimsOf(skill: ProposedSkill): readonly Claim[] {
  const { rules, steps, pitfalls, checks } = skill
  return [
    ...rules.map((one, i) => ({ ...one, command: '', kind: 'rules' as const, id: `rules[${i}]` })),
    ...steps.map((one, i) => ({ ...one, kind: 'steps' as const, id: `steps[${i}]` })),
    ...pitfalls.map((one, i) => ({
      ...{ kind: 'pitfalls' as const, id: `pitfalls[${i}]`, command: '', cites: one.cites },
      text: pitfallText(one),
    })),
    ...checks.map((one, i) => ({ ...one, kind: 'checks' as const, id: `checks[${i}]` })),
  ]
}

export const pitfallText = ({ text, reason }: ProposedSkill['pitfalls'][number]): string =>
  `${text.trim()}${/[.:;,!?]$/.test(text.trim()) ? '' : ':'} ${reason}`
