import type { SkillLoop } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Move } from '../domain/lifecycle.ts'
import type { Finding } from '../domain/safety.ts'
import { isDrafted, type Skill } from '../domain/skill.ts'
import { findSkill } from '../domain/skill-reference.ts'
import { skillToWire } from '../domain/wire.ts'
import type { Call } from './command.ts'
import { findingLines } from './finding-lines.ts'
import type { Report } from './report.ts'
import { sharedInstead } from './shared-skill.ts'

/** Which proposed version is meant, and which parts of it. */
export interface Which {
  readonly of?: string | undefined
  readonly parts?: readonly number[] | undefined
}

/** Moves the skill that the first word names, and says what changed. */
export async function moveSkill(
  { words, flags, json, report, open }: Call,
  what: Move,
  { of, parts }: Which = {},
): Promise<void> {
  const use = useOf(flags.use)
  await using loop = await open({ needs: 'a move needs' })
  const reference = words[0] ?? ''
  const known = await loop.review.skill(reference).catch((error: unknown) => ({ error }))
  if ('error' in known) {
    const decided = OF_SHARED[what]
    if (decided === undefined) throw known.error
    return await sharedInstead(known.error, { loop, reference, decided, json, report })
  }
  if (what === 'promote') await showFindings(loop, reference, report)
  if (what === 'accept') await showProposed(loop, reference, report)
  if (what === 'restore' && use === undefined) await showRemains(loop, reference, report)
  const moved = await loop.review.move(reference, what, {
    force: flags.force === true,
    ...(flags.everywhere === true ? { everywhere: true } : {}),
    ...(use === undefined ? {} : { use }),
    ...(parts === undefined ? {} : { parts }),
    ...(of === undefined ? {} : { of }),
    ...(typeof flags.reason === 'string' ? { reason: flags.reason } : {}),
  })
  if (json) report.json(skillToWire(moved))
  else {
    report.line(changeText(what, known, moved))
    report.line(`Its files are in ${moved.path}`)
    for (const reason of await saidInLedger(loop, what, moved.name)) report.line(`Ledger: ${reason}`)
    for (const { skillName, path } of await loop.upkeep.exports())
      if (skillName === moved.name) report.line(`A copy for your agents is in ${path}`)
    report.line(`Take it back: wayland-core skills undo ${moved.name}`)
  }
}

/** What the ledger says of a move, where that is more than its name. */
async function saidInLedger(loop: SkillLoop, what: Move, name: string): Promise<readonly string[]> {
  if (what !== 'restore' && what !== 'accept') return []
  const reason = (await loop.review.history(name)).at(-1)?.reason ?? ''
  return reason === 'restored by a person' ? [] : [reason]
}

/** What moves decide about a skill of a shared library. */
const OF_SHARED: Readonly<Partial<Record<Move, 'approve' | 'withdraw'>>> = { promote: 'approve', archive: 'withdraw' }

export function changeText(what: Move, before: Skill, { name, status, version }: Skill): string {
  const was = (now: string, then: string): string => (now === then ? now : `${now} (was ${then})`)
  const isAsItWas = what === 'promote' && (!isDrafted(before.origin) || version === before.version)
  const done = isAsItWas ? undefined : DONE[what]
  return `"${name}" is ${was(status, before.status)}, version ${was(version, before.version)}${done === undefined ? '' : `; ${done}`}`
}

/** What a move does that status and version do not tell. */
const DONE: Readonly<Partial<Record<Move, string>>> = {
  promote: 'the notice of a draft is out of its text',
  pin: 'no audit calls it stale, and drafts only wait beside it',
  keep: 'the audit does not name it while nothing new speaks against it',
  accept: 'what was proposed is its text now',
  reject: 'what was proposed is put aside, and not proposed again',
  archive: 'no model sees it until it is restored',
  revoke: 'it is not drafted again',
}

function useOf(flag: string | boolean | undefined): 'version' | 'files' | undefined {
  if (flag === undefined || flag === 'version' || flag === 'files') return flag
  throw new WaylandError('bad_usage', `--use takes "version" or "files", and not "${flag}"`)
}

/** Shows both the files that are left and the version where they differ, before the person chooses one. */
async function showRemains(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  const { version, left, differ } = await loop.review.remains(reference)
  if (!differ || version === undefined || left === undefined) return
  const { diffOf } = await import('./file-diff.ts')
  for (const path of new Set([...version.files.keys(), ...left.files.keys()])) {
    const [before, after] = [textOf(version.files.get(path)), textOf(left.files.get(path))]
    if (before !== after) report.note(diffOf({ path, before, after }))
  }
}

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')

/** Shows the findings of a quarantined skill before it is promoted. */
async function showFindings(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  const { id, status } = findSkill(await loop.review.skills(), reference)
  if (status === 'quarantined') tell(await loop.review.findings(id), report)
}

/** Shows the findings in a proposed version before it is accepted. */
async function showProposed(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  tell(await loop.review.findings(reference, 'proposed'), report)
}

function tell(findings: readonly Finding[], report: Report): void {
  for (const line of findingLines(findings.filter(({ severity }) => severity !== 'note'))) report.note(line)
}
