import type { SkillLoop } from '../app/skill-loop.ts'
import { findSkill } from '../domain/skill-reference.ts'

/** A skill whose turns do two tasks: what it keeps, and the second skill that waits for a person. */
export interface ShownSplit {
  readonly keeps: Half
  readonly leaves: Half
}

/** One of the two skills with its steps as SKILL.md has them. */
interface Half {
  readonly skill: string
  readonly steps: readonly string[]
}

/** The split that waits for a decision and that this skill is a half of. Throws `no_such_skill`. */
export async function waitingSplit(loop: SkillLoop, reference: string): Promise<ShownSplit | undefined> {
  const skills = await loop.review.skills()
  const { name } = findSkill(skills, reference)
  // Most skills have no second half: the audit is computed only where there may be one.
  if (!skills.some(({ status }) => status === 'watching')) return undefined
  const finding = (await loop.review.audit()).findings.find(
    ({ kind, skills: halves }) => kind === 'split' && halves.includes(name),
  )
  const [keeps, leaves] = finding?.skills ?? []
  if (keeps === undefined || leaves === undefined) return undefined
  return { keeps: await half(loop, keeps), leaves: await half(loop, leaves) }
}

async function half(loop: SkillLoop, skill: string): Promise<Half> {
  const { text } = await loop.load(skill)
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^## Steps\s*$/.test(line)) + 1
  const end = lines.findIndex((line, i) => i >= start && line.startsWith('## '))
  const steps = start === 0 ? [] : lines.slice(start, end < 0 ? undefined : end)
  return { skill, steps: steps.filter((line) => /^\d+\. /.test(line)) }
}

/** Both halves, and the command for each decision. */
export function splitLines({ keeps, leaves }: ShownSplit): readonly string[] {
  return [
    `The turns of ${keeps.skill} do two tasks. It keeps`,
    ...keeps.steps.map((line) => `  ${line}`),
    `and ${leaves.skill} waits beside it for`,
    ...leaves.steps.map((line) => `+ ${line}`),
    '',
    `Accept both halves: wayland-core skills promote ${leaves.skill}`,
    `Keep one skill: wayland-core skills archive ${leaves.skill}`,
  ]
}
