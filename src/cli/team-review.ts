import { WaylandError } from '../domain/errors.ts'
import type { Membership } from '../team/node/membership.ts'
import type { VersionMessage } from '../team/wire.ts'
import type { Call } from './command.ts'
import type { Report } from './report.ts'
import { teamOf } from './team-member.ts'
import { worthText } from './team-status.ts'

/** Lists what waits, shows one version, or decides on it. */
export async function reviewCommand({ words, flags, json, report, open }: Call): Promise<void> {
  const [reference, verdict] = words
  if (verdict !== undefined && verdict !== 'approve' && verdict !== 'reject')
    throw new WaylandError('bad_usage', `team review takes one version, then approve or reject, not "${verdict}"`)
  await using loop = await open({ brief: true })
  const member = await teamOf(loop)
  const { decide, oneVersion } = await import('../team/node/asking.ts')
  if (reference === undefined) return await listReviews(member, json, report)
  const version = await oneVersion(member, reference)
  if (verdict === undefined) {
    const files = Object.fromEntries(
      Object.entries(version.files).map(([path, text]) => [path, Buffer.from(text, 'base64').toString()]),
    )
    if (json) report.json({ ...version, files })
    else show(version, files, report)
    return
  }
  const reason = typeof flags.reason === 'string' ? flags.reason : ''
  if (verdict === 'reject' && reason === '')
    throw new WaylandError('bad_usage', 'a rejection needs --reason, which its author reads')
  const decided = await decide(member, version.id, { verdict, reason })
  if (json) report.json(decided)
  else report.line(`Version ${decided.number} of "${decided.skill}" is ${decided.status}.`)
}

/** Proposals that wait, and published skills that do harm. */
async function listReviews(member: Membership, json: boolean, report: Report): Promise<void> {
  const { proposals, worthOf } = await import('../team/node/asking.ts')
  const waiting = await proposals(member)
  const harmful = (await worthOf(member)).skills.filter(({ worth }) => worth?.harms === true)
  if (json) return report.json({ versions: waiting, harmful })
  if (waiting.length + harmful.length === 0) report.line('Nothing waits for a review.')
  if (waiting.length > 0) report.table([['id', 'skill', 'version', 'by', 'can'], ...waiting.map(rowOf)])
  for (const one of harmful)
    report.line(`${one.skill} ${worthText(one)}: wayland-core team withdraw ${one.skill} --reason "…"`)
}

/** Prints the address of the page of reviews, on stdout alone. */
export async function pageCommand({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const { pageLink } = await import('../team/node/joining.ts')
  const url = await pageLink(await teamOf(loop))
  if (json) report.json({ url })
  else {
    report.text(`${url}\n`)
    report.note('It works once, within five minutes, and signs a browser in for twelve hours, as you.')
  }
}

/** Takes a published skill back from everybody. */
export async function withdrawCommand({ words, flags, json, report, open }: Call): Promise<void> {
  const [skill = ''] = words
  const { reason } = flags
  if (typeof reason !== 'string' || reason === '')
    throw new WaylandError('bad_usage', 'team withdraw needs --reason, which everybody reads')
  await using loop = await open({ brief: true })
  const { takeBack } = await import('../team/node/asking.ts')
  await takeBack(await teamOf(loop), skill, reason)
  if (json) report.json({ skill, status: 'withdrawn' })
  else report.line(`"${skill}" is withdrawn: machines take it out at their next sync.`)
}

const rowOf = ({ id, skill, number, author, grown, blocked }: VersionMessage): readonly string[] => [
  ...[id.slice(0, 8), skill, String(number), author],
  blocked ? 'blocked by a safety rule' : grown.join(', '),
]

function show(version: VersionMessage, files: Readonly<Record<string, string>>, report: Report): void {
  const { skill, number, author, status, grown, capabilities, findings, evidence, note, projects, reason } = version
  report.line(`${skill}, version ${number} by ${author}: ${status}${reason ? ` (${reason})` : ''}`)
  report.line(`Resting on ${evidence} turns of its author${note === '' ? '' : `; ${note}`}`)
  report.line(projects === null ? 'For every project' : `For the project ${projects.join(', ')} alone`)
  report.line(
    grown.length === 0
      ? 'It can do nothing new.'
      : `New in what it can do:\n${grown.map((one) => `  ${one}`).join('\n')}`,
  )
  const old = capabilities.filter((one) => !grown.includes(one))
  if (old.length > 0) report.line(`As before:\n${old.map((one) => `  ${one}`).join('\n')}`)
  for (const { severity, file, line, why } of findings) report.line(`${severity}: ${file}:${line}: ${why}`)
  for (const [path, text] of Object.entries(files)) report.line(`\n${path}\n${text.trimEnd().replace(/^/gm, '  | ')}`)
  if (status === 'proposed')
    report.line(`\nwayland-core team review ${version.id.slice(0, 8)} approve, or reject --reason "…"`)
}
