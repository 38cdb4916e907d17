import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SkillLoop, SkillText } from '../../app/skill-loop.ts'
import type { AuditReport } from '../../domain/audit.ts'
import { auditMarkdown } from '../../domain/audit-markdown.ts'
import type { Decision } from '../../domain/decision.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'
import type { Skill } from '../../domain/skill.ts'
import type { TurnInput } from '../../domain/turn.ts'
import { auditToWire, decisionToWire, receiptToWire, skillToWire, turnFromWire } from '../../domain/wire.ts'
import { program } from '../../platform/process.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { bar, type Report } from '../report.ts'
import { SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'learning',
  words: 'Play recorded sessions in a throw-away home and show the draft that they make',
  text: ['Uses a home of its own, which is removed at the end. --seed makes the random choices repeat.'],
  json: {
    turns: 'receipts, as of "observe"',
    drafts: 'skills, each with its text',
    decisions: '[{task, …}] as of "route"',
    audit: 'as of "skills audit"',
  },
  inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }],
  example: 'wayland-core demo --seed 1',
}

/** A request in words of none of the sessions, for a task of several of them. */
const NEW_PHRASING = 'please take a look at what changed on my branch and give me a code review'
const UNRELATED = 'what should I cook for dinner tonight'

/** Plays recorded requests through the public interface in a temporary home, which is removed at the end. */
export async function run({ json, report, open, settings }: Call): Promise<ExitCode> {
  const home = await mkdtemp(join(tmpdir(), 'wayland-demo-'))
  // At the exit, so that an interrupted demo removes it too.
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const places = { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data'), home: join(home, 'home') }
  // Without holdout: a pick that is held out at random would spoil the demo.
  const opened = () => open({ settings: { 'router.holdout': 0, ...settings, ...places } })
  const learned = await during(opened, (loop) => learn(loop, report))
  if (learned === undefined) return EXIT.unavailable
  if (!json) tellLearned(learned, report)
  const used = await during(opened, use)
  if (used === undefined) return EXIT.unavailable
  if (json) report.json(toWire(learned, used))
  else tellUsed(used, report)
  return EXIT.done
}

/** Does the work of one process; undefined when the loop is switched off. */
async function during<T>(
  opened: () => Promise<SkillLoop>,
  work: (loop: SkillLoop) => Promise<T>,
): Promise<T | undefined> {
  await using loop = await opened()
  return loop.upkeep.config.settings.skills === 'off' ? undefined : await work(loop)
}

interface Learned {
  readonly turns: readonly { readonly turn: TurnInput; readonly receipt: TurnReceipt }[]
  readonly drafts: readonly { readonly skill: Skill; readonly text: SkillText }[]
}

async function learn(loop: SkillLoop, report: Report): Promise<Learned> {
  const text = await readFile(join(program.root, 'test', 'fixtures', 'demo', 'sessions.jsonl'), 'utf8')
  const lines = text.trim().split('\n')
  const turns: { turn: TurnInput; receipt: TurnReceipt }[] = []
  for (const line of lines) {
    report.progress(`${bar(turns.length / lines.length)}  turn ${turns.length + 1} of ${lines.length}`)
    const turn = turnFromWire(JSON.parse(line))
    turns.push({ turn, receipt: await loop.endOfRun(turn) })
  }
  report.progress(undefined)
  const drafts: { skill: Skill; text: SkillText }[] = []
  for (const skill of await loop.review.skills()) drafts.push({ skill, text: await loop.load(skill.name) })
  return { turns, drafts }
}

interface Used {
  readonly decisions: readonly { readonly task: string; readonly decision: Decision; readonly credited?: string }[]
  readonly audit: AuditReport
}

async function use(loop: SkillLoop): Promise<Used> {
  const decisions: { task: string; decision: Decision; credited?: string }[] = []
  for (const task of [NEW_PHRASING, UNRELATED]) {
    const decision = await loop.route({ text: task })
    const settled = decision.pick === null ? undefined : await loop.reward(decision.id, 'success')
    decisions.push({ task, decision, ...(settled?.skill === undefined ? {} : { credited: settled.skill }) })
  }
  return { decisions, audit: await loop.review.audit() }
}

function tellLearned({ turns, drafts }: Learned, report: Report): void {
  report.line(
    'Sessions composed around real requests (test/fixtures/demo says whose), played into a throw-away home.\n',
  )
  report.line(`1. ${turns.length} turns are read; each request has a signature, and successes on one are a streak\n`)
  report.table([
    ['request', 'signature', 'streak', 'what came of it'],
    ...turns.map(({ turn, receipt }) => [
      turn.userInput.length > 52 ? `${turn.userInput.slice(0, 51)}…` : turn.userInput,
      receipt.signature || '-',
      String(receipt.streak),
      receipt.draft === null ? (receipt.reason ?? '') : `${receipt.draft.status}: ${receipt.draft.skill}`,
    ]),
  ])
  for (const [i, { skill, text }] of drafts.entries()) {
    report.line(
      `\n${i === 0 ? '2. The drafts, with their evidence\n\n' : ''}${skill.name}, from ${skill.evidenceCount} turns:`,
    )
    for (const request of skill.triggers) report.line(`  - ${request}`)
    report.line(`\n${text.folder}/SKILL.md\n${text.text.trimEnd().replace(/^/gm, '  | ')}`)
  }
}

function tellUsed({ decisions, audit }: Used, report: Report): void {
  report.line('\n3. A restart, then tasks: one in new words, one about something else')
  for (const { task, decision, credited } of decisions) {
    report.line(`\nTask: ${task}`)
    report.line(`  ${decision.pick?.hint ?? `no skill is offered (${decision.reason})`}`)
    for (const { skill, relevance, mean } of decision.candidates)
      report.line(`  candidate ${skill}: relevance ${relevance.toFixed(2)}, success rate ${mean.toFixed(2)}`)
    if (credited !== undefined) report.line(`  The task succeeds, which is credited to ${credited}.`)
  }
  report.line(`\n4. The audit\n\n${auditMarkdown(audit)}`)
  report.line('All this was in a folder that is gone now. With your own agents and sessions: wayland-core setup')
}

const toWire = ({ turns, drafts }: Learned, { decisions, audit }: Used) => ({
  turns: turns.map(({ receipt }) => receiptToWire(receipt)),
  drafts: drafts.map(({ skill, text }) => ({ ...skillToWire(skill), text: text.text })),
  decisions: decisions.map(({ task, decision }) => ({ task, ...decisionToWire(decision) })),
  audit: auditToWire(audit),
})
