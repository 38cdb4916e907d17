import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { allowedTools } from '../../domain/allowed-tools.ts'
import { KINDS } from '../../domain/capabilities/capability.ts'
import { bodyDigest } from '../../domain/measurement.ts'
import type { Skill, SkillCounts } from '../../domain/skill.ts'
import { EVIDENCE_FILE } from '../../domain/skill-deed.ts'
import { isFromDocument } from '../../domain/visibility.ts'
import { skillToWire } from '../../domain/wire.ts'
import { columns } from '../columns.ts'
import type { Call, Words } from '../command.ts'
import { capabilityLines, findingLines, ruleLines, ruleToWire } from '../finding-lines.ts'
import { WAITING_FIELDS, waitingBeside, waitingLines, waitingToWire } from '../proposed-version.ts'
import { counted, type Report } from '../report.ts'
import { sharedInstead } from '../shared-skill.ts'
import { NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { decisions, headLines, type Shown, tellNext, tellPage, toolsText, UNCOUNTED } from '../skill-page.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Show one skill: text, what waits beside it, findings, evidence, history',
  flags: { all: { words: 'Everything: the whole text, where it can do what, its runs, its history' } },
  text: [
    NAMED,
    'Shown is what a decision needs: what it does, what it can do, what waits beside it, and the commands. Steps come first, and a long text is cut; --all has the whole.',
    'A skill of a shared library, by its name or as library/path, is shown with what it can do, and what of that is new since you approved it. It is offered once "skills promote" approved its bytes as they are.',
    'A proposed version is merged from what was drafted before, what you have and what was drafted now. Its changes are numbered parts; where you and the new version changed the same place, the part is a conflict and both sides are shown.',
  ],
  json: {
    ...SKILL_FIELDS,
    triggers: 'requests that it is for',
    body: 'SKILL.md below its front matter',
    body_digest: 'SHA-256 of the body, as "bench import" takes it',
    allowed_tools: 'tools that its front matter asks to be allowed; shown, and never applied',
    capabilities: `[{kind, what, file, line}]: what it can do, as its files say; kinds: ${[...KINDS].reverse().join(', ')}`,
    new_capabilities: 'those that the version which you approved last has not; null where none was approved',
    findings: 'as of "scan", over its files and the turns that it came from',
    evidence:
      '{version, needed, runs: [{turn_id, request, summary}], rows: [{fate, why, calls}]}: what each run did for a step, side by side, and whether that was kept, became a pitfall or was dropped; null for a skill that was not drafted',
    ...WAITING_FIELDS,
    proposals:
      '[{id, subject, skill, operation, status, rule, reason, calls, version_id, at, models, tokens}]: what a language model proposed about it, newest first, and what that cost; tokens: {input, output} or "unknown"',
    rules:
      '[{id, text, sources, sessions, state}]: what the requests it was drafted from ask for in general, as of "notes"',
    history: '[{at, move, actor, from, to, reason}]',
  },
  example: 'wayland-core show auto-branch-changes-review',
}

/** Shows one skill: on one page what a decision needs, or everything that is known of it. */
export async function run({ words, flags, json, report, open }: Call): Promise<void> {
  const [reference = ''] = words
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const skill = await loop.review.skill(reference).catch((error: unknown) => ({ error }))
  if ('error' in skill) return await sharedInstead(skill.error, { loop, reference, json, report })
  const [history, evidence] = [await loop.review.history(skill.id), await loop.review.evidence(skill.id)]
  const findings = await loop.review.findings(skill.id)
  const { capabilities, fresh } = await loop.review.abilities(skill.id)
  const waiting = await waitingBeside(loop, skill.name)
  const proposals = await loop.review.proposals(skill.id)
  const rules = await loop.review.rulesOf(skill.id)
  if (json) {
    const lines = history.map((l) => ({
      at: new Date(l.at).toISOString(),
      move: l.move,
      actor: l.actor,
      from: l.fromStatus,
      to: l.toStatus,
      reason: l.reason,
    }))
    report.json({
      ...skillToWire(skill),
      triggers: skill.triggers,
      body: skill.body,
      body_digest: bodyDigest(skill.body),
      allowed_tools: toolsIn(skill.path),
      capabilities,
      new_capabilities: fresh ?? null,
      findings,
      evidence: evidenceToWire(evidence),
      ...waitingToWire(waiting),
      proposals: proposals.map(proposalToWire),
      rules: rules.map(ruleToWire),
      history: lines,
    })
    return
  }
  const isCounted = 'file' in loop.upkeep.database
  const tools = toolsIn(skill.path)
  const shown = { skill, history, evidence, findings, capabilities, fresh, waiting, tools, isCounted }
  if (flags.all === true) tellAll({ ...shown, proposals, rules }, report)
  else tellPage(shown, report)
}

type All = Shown & {
  readonly proposals: readonly Proposal[]
  readonly rules: Parameters<typeof ruleLines>[0]
}

function tellAll({ proposals, rules, ...shown }: All, report: Report): void {
  const { skill, history, evidence, findings, capabilities, fresh, waiting, tools, isCounted } = shown
  for (const line of headLines(shown, report.width)) report.line(line)
  report.line()
  report.table([...factRows(skill, isCounted), ...(tools.length === 0 ? [] : [['asks for tools', toolsText(tools)]])])
  report.line(`\n${skill.body.trim().replace(/^/gm, '  | ')}\n`)
  for (const line of capabilityLines(capabilities, fresh)) report.line(line)
  for (const line of waitingLines(waiting)) report.line(line)
  if (findings.length > 0) report.line(`Found in it and in its turns\n${findingLines(findings).join('\n')}\n`)
  if (evidence !== undefined) tellEvidence(evidence, skill.path, report)
  if (rules.length > 0) report.line(`What you ask for in general\n${ruleLines(rules).join('\n')}\n`)
  if (proposals.length > 0) report.line(`Proposed by a model\n${proposalLines(proposals)}\n`)
  report.table([
    ['when', 'what', 'who', 'status', 'why'],
    ...history.map((l) => [new Date(l.at).toISOString(), l.move, l.actor, l.toStatus ?? '-', l.reason]),
  ])
  const [run] = evidence?.runs ?? []
  tellNext(
    [...decisions(skill), ...(run === undefined ? [] : [['Why a turn counted', `wayland-core explain ${run.turnId}`]])],
    report,
  )
}

function factRows(skill: Skill, isCounted: boolean): string[][] {
  const score = skill.score === undefined ? '-' : `${skill.score} (${skill.scoreMeasured ? 'measured' : 'prior'})`
  return [
    ['id', skill.id],
    ['folder', skill.path],
    ['version', skill.version],
    ['made', `${skill.createdAt.toISOString()} by ${MAKERS[skill.origin]}`],
    ...(skill.signature === undefined ? [] : [['signature', skill.signature]]),
    ['evidence', isFromDocument(skill) ? 'a document, no turn' : `${skill.evidenceCount} turns`],
    ...(skill.look === undefined ? [] : [['not offered before you look at it', skill.look]]),
    ['project', skill.projects?.join(', ') ?? 'every one'],
    ['score', score],
    ['use', isCounted ? used(skill.counts) : UNCOUNTED],
    ...(skill.uses.length < 2 ? [] : skill.uses.map((use) => [`use of ${use.version}`, used(use)])),
    ['last used', skill.lastUsedAt?.toISOString() ?? (isCounted ? 'never' : UNCOUNTED)],
  ]
}

/** What its front matter asks to be allowed; nothing where the file is gone or is no SKILL.md. A pipe would never end. */
function toolsIn(folder: string): readonly string[] {
  const file = join(folder, 'SKILL.md')
  try {
    return statSync(file).isFile() ? allowedTools(readFileSync(file, 'utf8')) : []
  } catch {
    return []
  }
}

const used = ({ offered, loaded, successes, failures }: SkillCounts): string =>
  `offered ${offered}, loaded ${loaded}, succeeded ${successes}, failed ${failures}`

const MAKERS = {
  auto: 'wayland-core',
  person: 'a person',
  model: 'a language model, from evidence',
  team: 'your team',
} as const

type Proposal = Awaited<ReturnType<SkillLoop['review']['proposals']>>[number]

/** Proposals of a model about a skill: what became of each, and its cost; one row each. */
const proposalLines = (proposals: readonly Proposal[]): string =>
  columns(
    proposals.map(({ id, at, operation, status, rule, reason, subject, ...cost }) => [
      id.slice(0, 12),
      new Date(at).toISOString(),
      operation,
      status === 'staged' ? 'staged' : `refused, ${rule}`,
      costText(cost),
      subject,
      reason,
    ]),
  )

const proposalToWire = ({ at, versionId, ...one }: Proposal) => ({
  ...one,
  version_id: versionId,
  at: new Date(at).toISOString(),
})

function costText({ calls, models, tokens }: Pick<Proposal, 'calls' | 'models' | 'tokens'>): string {
  const spent = tokens === 'unknown' ? 'tokens unknown' : `${tokens.input} tokens in, ${tokens.output} out`
  return `${counted(calls.length, 'call')} of ${models.join(', ') || 'a model'}, ${spent}`
}

type SkillEvidence = NonNullable<Awaited<ReturnType<SkillLoop['review']['evidence']>>>

/** Runs that are named; `--json` has all. */
const MAX_RUNS = 8

/** Writes the runs of a skill, and what became of their calls: what each run did is a table, for a page. */
function tellEvidence({ version, runs, needed, rows }: SkillEvidence, folder: string, report: Report): void {
  report.line(`Evidence of version ${version}; a step is kept when ${needed} of ${runs.length} runs show it`)
  const named = runs.slice(0, MAX_RUNS).map(({ turnId, request }) => [`  ${turnId}`, request.replace(/\s+/g, ' ')])
  report.line(columns(named, report.width))
  if (runs.length > MAX_RUNS) report.line(`  … and ${runs.length - MAX_RUNS} more`)
  const of = (what: string) => rows.filter(({ fate }) => fate === what).length
  report.line(
    rows.length === 0
      ? '  No tool calls were reported.'
      : `  ${of('kept')} steps kept, ${of('pitfall')} pitfalls, ${of('dropped')} calls dropped: ${join(folder, EVIDENCE_FILE)} has them run by run`,
  )
  report.line()
}

const evidenceToWire = (evidence: SkillEvidence | undefined) =>
  evidence === undefined
    ? null
    : {
        version: evidence.version,
        needed: evidence.needed,
        runs: evidence.runs.map(({ turnId, request, summary }) => ({ turn_id: turnId, request, summary })),
        rows: evidence.rows,
      }
