import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditMarkdown } from '../../domain/audit-markdown.ts'
import { turnFromWire } from '../../domain/wire.ts'
import { program } from '../../process.ts'
import type { SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { bar, table } from '../report.ts'

/** A request that none of the sessions holds, for a task that several of them do. */
const NEW_PHRASING = 'please take a look at what changed on my branch and give me a code review'
const UNRELATED = 'what should I cook for dinner tonight'

/** Plays recorded requests through the public interface in a home of its own, which is removed at the end. */
export async function run(call: Call): Promise<ExitCode> {
  const { report } = call
  const home = await mkdtemp(join(tmpdir(), 'wayland-demo-'))
  const open = () =>
    call.open({ env: {}, settings: { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data') } })
  try {
    report.line(
      'Sessions composed around real requests (test/fixtures/demo says whose), played into a throw-away home.\n',
    )
    {
      await using first = await open()
      await learn(first, call)
    }
    report.line('\nRestart: a new loop over the same home.\n')
    await using second = await open()
    await use(second, call)
    return EXIT.done
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function learn(loop: SkillLoop, { report }: Call): Promise<void> {
  const text = await readFile(join(program.root, 'test', 'fixtures', 'demo', 'sessions.jsonl'), 'utf8')
  const turns = text
    .trim()
    .split('\n')
    .map((line) => turnFromWire(JSON.parse(line)))
  const rows: string[][] = [['request', 'signature', 'streak', 'draft']]
  for (const [i, turn] of turns.entries()) {
    report.progress(`${bar(i / turns.length)} turn ${i + 1} of ${turns.length}`)
    const receipt = await loop.endOfRun(turn)
    const draft = receipt.draft === null ? (receipt.reason ?? '') : `${receipt.draft.status}: ${receipt.draft.skill}`
    rows.push([turn.userInput.slice(0, 56), receipt.signature || '-', String(receipt.streak), draft])
  }
  report.progress(undefined)
  report.line(`${turns.length} turns read\n\n${table(rows)}\n`)
  for (const skill of await loop.skills()) {
    const { text, folder } = await loop.load(skill.name)
    report.line(`Drafted ${skill.name} from ${skill.evidenceCount} turns:`)
    for (const request of skill.triggers) report.line(`  - ${request}`)
    report.line(`\n${folder}/SKILL.md\n${text.replace(/^/gm, '  | ')}`)
  }
}

async function use(loop: SkillLoop, { report }: Call): Promise<void> {
  for (const text of [NEW_PHRASING, UNRELATED]) {
    const decision = await loop.route({ text })
    report.line(`Task: ${text}`)
    report.line(`  ${decision.pick === null ? `no skill (${decision.reason})` : decision.pick.hint}`)
    for (const { skill, relevance, mean } of decision.candidates)
      report.line(`  candidate ${skill}: relevance ${relevance.toFixed(2)}, success rate ${mean.toFixed(2)}`)
    if (decision.pick !== null) {
      const { status, skill } = await loop.reward(decision.id, 'success')
      report.line(`  the task succeeds: ${status} to ${skill}`)
    }
    report.line()
  }
  report.line(auditMarkdown(await loop.audit()))
}
