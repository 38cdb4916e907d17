import type { SkillLoop } from '../app/skill-loop.ts'
import type { Skill } from '../domain/skill.ts'
import { stepsOf } from '../domain/skill-deed.ts'
import type { Asking } from './asking.ts'
import { wrapped } from './columns.ts'
import type { Rule } from './finding-lines.ts'
import type { Report } from './report.ts'

/** What the past sessions taught that is worth a look first. */
export interface Taught {
  /** Drafts that no person has looked at, those of most runs first. */
  readonly drafts: readonly Skill[]
  /** Drafts that wait, in all. */
  readonly waiting: number
  readonly rules: readonly Rule[]
  readonly moreRules: number
}

/** Shown at first; more is no choice but a list. */
const SHOWN = 3
/** Looked through for those of most runs. */
const READ = 100
const MAX_STEPS = 6

export async function taught(loop: SkillLoop): Promise<Taught> {
  const { items, counts } = await loop.review.queue({
    kind: 'draft',
    offset: 0,
    limit: READ,
  })
  const drafts = items.map(({ skill }) => skill).sort((a, b) => b.evidenceCount - a.evidenceCount)
  const heard = (await loop.review.rules()).filter(({ state }) => state === 'heard')
  // Loaded on demand: few commands tell of rules.
  const { toldFirst } = await import('../domain/wishes/told-first.ts')
  const rules = toldFirst(heard).slice(0, SHOWN)
  return { drafts: drafts.slice(0, SHOWN), waiting: counts.draft, rules, moreRules: heard.length - rules.length }
}

/** Shows each draft and each rule, and does what the person says of it: keep, drop, or nothing yet. */
export async function reviewFirst(
  loop: SkillLoop,
  { drafts, rules, moreRules }: Taught,
  report: Report,
  asking: Asking | undefined,
): Promise<void> {
  for (const [i, skill] of drafts.entries()) {
    report.line(`\nDraft ${i + 1} of ${drafts.length}: ${skill.name}`)
    for (const line of await draftLines(loop, skill, report.width)) report.line(line)
    const said = await decision(asking)
    if (said === 'quit') return
    if (said === undefined) continue
    const { status } = await loop.review.move(skill.id, said === 'keep' ? 'promote' : 'archive')
    report.line(
      `  ${said === 'keep' ? 'Kept' : 'Dropped'}, now ${status}. Take it back: wayland-core skills undo ${skill.name}`,
    )
  }
  for (const [i, { id, text, sessions }] of rules.entries()) {
    report.line(
      `\nRule ${i + 1} of ${rules.length}, said in ${sessions === 1 ? 'one session' : `${sessions} sessions`}`,
    )
    report.line(`  ${text}`)
    const said = await decision(asking)
    if (said === 'quit') return
    if (said === undefined) continue
    await loop.review.decideRule(id, said === 'keep' ? 'taken' : 'dropped')
    report.line(
      said === 'keep' ? `  Kept, for the note of its projects. ${BACK} drop ${id}` : `  Dropped. ${BACK} take ${id}`,
    )
  }
  if (moreRules > 0)
    report.line(
      `\n${moreRules} ${rules.length > 0 ? 'more ' : ''}of what you ask for in general: "wayland-core ui" shows all.`,
    )
}

const BACK = 'Take it back: wayland-core notes'

async function draftLines(loop: SkillLoop, skill: Skill, width: number): Promise<readonly string[]> {
  const steps = stepsOf(skill).map((step, i) => `${i + 1}. ${step}`)
  // Loaded on demand: the shell parser is most of the start of a short process.
  const { powersOf } = await import('../domain/capabilities/look.ts')
  const powers = powersOf(await loop.review.filesOf(skill.id))
  return [
    ...wrapped(skill.description, width - 2),
    ...steps.slice(0, MAX_STEPS),
    ...(steps.length > MAX_STEPS ? [`… and ${steps.length - MAX_STEPS} more`] : []),
    `From ${skill.evidenceCount} runs${skill.projects === undefined ? '' : ` in ${skill.projects.join(', ')}`}.`,
    ...(powers.length === 0 ? [] : atMost(2, wrapped(`It ${powers.join(', ')}.`, width - 3))),
  ].map((line) => `  ${line}`)
}

const atMost = (n: number, lines: readonly string[]): readonly string[] =>
  lines.length <= n ? lines : [...lines.slice(0, n - 1), `${lines[n - 1]} …`]

/** Undefined: later. */
async function decision(asking: Asking | undefined): Promise<'keep' | 'drop' | 'quit' | undefined> {
  if (asking === undefined) return undefined
  for (;;) {
    const said = await asking.ask('  k keep · d drop · Enter later · q stop asking > ')
    if (said === undefined || said === 'q' || said === 'quit') return 'quit'
    if (said === '' || said === 'l' || said === 'later') return undefined
    if (said === 'k' || said === 'keep') return 'keep'
    if (said === 'd' || said === 'drop') return 'drop'
  }
}
