import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { dataDirOf, teamOf } from './team-member.ts'

/** Says who and what is in the team, what its skills are worth, and what of it is here. */
export async function statusCommand({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const { readMembership } = await import('../team/node/membership.ts')
  const { dataDir } = loop.upkeep.config
  if (dataDir === null || readMembership(dataDir) === undefined) {
    if (json) report.json({ team: null })
    else
      report.line(
        'This machine is in no team. Join one: wayland-core team join <url>; make one: wayland-core team init <name>',
      )
    return
  }
  const member = await teamOf(loop)
  const asking = await import('../team/node/asking.ts')
  const [status, { skills: worths }] = [await asking.statusOf(member), await asking.worthOf(member)]
  const { weeks } = await asking.useOf(member)
  if (json) {
    const { org, person, url, cursor, skills: here, common } = member
    report.json({
      team: org.name,
      person: person.name,
      role: person.role,
      url,
      cursor,
      ...status,
      here,
      worth: worths,
      use: weeks,
      common,
    })
    return
  }
  report.line(
    `${status.org}, at ${member.url}; you are ${member.person.name} (${member.person.role}); ${status.waiting} versions wait for a review`,
  )
  report.table([
    ['person', 'role', 'machines'],
    ...status.people.map(({ name, role, machines }) => [name, role, String(machines)]),
  ])
  report.table([
    ['id', 'machine or program', 'of', 'used last'],
    ...status.access.map(({ id, kind, name, person, usedAt }) => [
      ...[id.slice(0, 8), `${kind} ${name}`, person, usedAt?.slice(0, 13).replace('T', ' ') ?? 'never'],
    ]),
  ])
  const rows = status.skills.map(({ name, version, author }) => {
    const found = worths.find(({ skill }) => skill === name)
    return [name, String(version), author, member.skills[name]?.status ?? 'not synced yet', worthText(found)]
  })
  if (rows.length > 0) report.table([['skill', 'version', 'by', 'here', 'worth'], ...rows])
  if (weeks.length > 0)
    report.table([
      ['week of', 'project', 'people', 'offered', 'succeeded'],
      ...weeks.map(({ week, project, people, offered, succeeded }) => [
        ...[week, project ?? 'others', String(people), String(offered), String(succeeded)],
      ]),
    ])
  for (const [signature, people] of Object.entries(member.common))
    report.line(`${people} people do "${signature}": share your draft with "wayland-core share".`)
}

type Worth = Awaited<ReturnType<typeof import('../team/node/asking.ts').worthOf>>['skills'][number]

/** What a skill is worth across people, in words. */
export function worthText(found: Worth | undefined): string {
  if (found === undefined) return 'not used yet'
  if (found.worth === null) return `shown from three people on; used by ${found.people}`
  const { lift, low, high, offered, withheld, harms } = found.worth
  const points = (value: number) => `${value < 0 ? '' : '+'}${Math.round(100 * value)}`
  const said = `${points(lift)} points (${points(low)} to ${points(high)}), ${offered} offered, ${withheld} withheld, ${found.people} people`
  return harms ? `${said}; it does harm` : said
}

/** Writes what is published as a tree for git, with the index by which other programs find skills. */
export async function exportCommand({ words, json, report, open }: Call): Promise<void> {
  const [given = ''] = words
  const folder = resolve(given)
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).some((name) => name !== '.git'))
    throw new WaylandError('refused', `${folder} is not empty`, {
      hint: 'Name a new folder, or an empty one with a .git.',
    })
  await using loop = await open({ brief: true })
  const member = await teamOf(loop)
  const { exportTeam } = await import('../team/node/exporting.ts')
  const written = await exportTeam(member, folder)
  if (json) report.json({ folder, skills: written })
  else
    report.line(
      `${written.length} skills in ${join(folder, '.well-known', 'agent-skills')}, with an index of their digests.`,
    )
}

/** Lists the ledger, and with --verify checks that each entry follows from the one before. */
export async function ledgerCommand(call: Call): Promise<ExitCode> {
  const { flags, json, report, open } = call
  await using loop = await open({ brief: true })
  const member = await teamOf(loop)
  const { statusOf, wholeLedger } = await import('../team/node/asking.ts')
  const { ledgerFault } = await import('../team/keys.ts')
  const { seeLedger } = await import('../team/node/membership.ts')
  const [entries, { people }] = [await wholeLedger(member), await statusOf(member)]
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  const fault =
    flags.verify === true ? (ledgerFault(member.org.id, entries, { entry: 0, digest: '' }) ?? seenFault()) : undefined
  const last = entries.at(-1)
  if (flags.verify === true && fault === undefined && last !== undefined) await seeLedger(dataDirOf(call), last)
  /** Where it is not the ledger of which this machine saw an entry before. */
  function seenFault(): string | undefined {
    const { entry, digest } = member.ledger
    if (entries.length === 0) return 'it has no entry, not even that the team was made'
    if (entry === 0 || entries.some((one) => one.entry === entry && one.digest === digest)) return undefined
    return `entry ${entry} is another one than this machine saw`
  }
  if (json) report.json({ entries, ...(flags.verify === true ? { fault: fault ?? null } : {}) })
  else {
    report.table([
      ['entry', 'at', 'who', 'what', 'detail'],
      ...entries.map(({ entry, at, actor, action, detail }) => [
        ...[String(entry), new Date(at).toISOString(), actor === null ? 'the server' : (nameOf.get(actor) ?? actor)],
        ...[action, detail],
      ]),
    ])
    if (flags.verify === true)
      report.line(
        fault === undefined ? `${entries.length} entries follow each from the one before.` : `Broken: ${fault}`,
      )
  }
  return fault === undefined ? EXIT.done : EXIT.refused
}
