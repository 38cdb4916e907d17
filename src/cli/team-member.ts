import { userInfo } from 'node:os'
import type { SkillLoop } from '../app/skill-loop.ts'
import { readConfig } from '../config/config.ts'
import { INDEX_PATH } from '../domain/bank/site-index.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Membership } from '../team/node/membership.ts'
import { ROLES } from '../team/roles.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { textOnStdin } from './stdin.ts'

/** The data folder of an invocation. Throws `storage_unavailable` where there is none. */
export function dataDirOf({ settings }: Pick<Call, 'settings'>): string {
  const { dataDir } = readConfig({ given: settings })
  if (dataDir === null) throw new WaylandError('storage_unavailable', 'a team needs a data folder')
  return dataDir
}

/** What this machine keeps of its team, with the address that the option `team.url` gives. Throws `refused` outside of a team. */
export async function teamOf({ upkeep }: Pick<SkillLoop, 'upkeep'>): Promise<Membership> {
  const { dataDir, settings } = upkeep.config
  const { insistOnMembership } = await import('../team/node/membership.ts')
  if (dataDir === null) throw new WaylandError('storage_unavailable', 'a team needs a data folder')
  const member = insistOnMembership(dataDir)
  return { ...member, url: settings['team.url'] ?? member.url }
}

/** Takes an invitation from stdin. */
export async function joinCommand(call: Call): Promise<void> {
  const { words, flags, json, report, settings } = call
  const url = words[0] ?? readConfig({ given: settings }).settings['team.url'] ?? undefined
  if (url === undefined)
    throw new WaylandError('bad_usage', 'team join takes the address of the server', {
      hint: 'For example: wayland-core team join http://127.0.0.1:7335 < invitation',
    })
  if (!URL.canParse(url))
    throw new WaylandError('bad_usage', `"${url}" is no address: it begins with http:// or https://`)
  if (process.stdin.isTTY) report.note('Paste the invitation, then Ctrl-D.')
  const invitation = await textOnStdin()
  const name = typeof flags.name === 'string' ? flags.name : userInfo().username
  const { joinTeam } = await import('../team/node/joining.ts')
  const { org, person } = await joinTeam(dataDirOf(call), { url, invitation, name })
  if (json) report.json({ org: org.name, person: person.name, role: person.role, url })
  else {
    report.line(`This machine is in "${org.name}", as one of ${person.name} (${person.role}).`)
    report.line('Get its skills with "wayland-core team sync"; the daemon does that by itself.')
  }
}

/** Prints an invitation, on stdout alone. */
export async function inviteCommand({ words, flags, json, report, open }: Call): Promise<void> {
  const role = ROLES.find((one) => one === (words[0] ?? 'member'))
  if (role === undefined)
    throw new WaylandError('bad_usage', `team invite takes one of ${ROLES.join(', ')}, not "${words[0]}"`)
  await using loop = await open({ brief: true })
  const { makeInvitation, programToken } = await import('../team/node/joining.ts')
  const own = flags.own === true
  const member = await teamOf(loop)
  if (typeof flags.program === 'string') {
    const token = await programToken(member, flags.program)
    const address = new URL('/mcp', member.url).href
    if (json) report.json({ token, url: address })
    else {
      report.text(`${token}\n`)
      report.note(
        `A program sends it as "Authorization: Bearer <token>" to ${address} (MCP), or reads the skills as files`,
      )
      report.note(`below ${new URL(INDEX_PATH, member.url).href}. It reads what is published, and nothing else.`)
    }
    return
  }
  const invitation = await makeInvitation(member, { role, own })
  if (json) report.json({ invitation, role: own ? null : role })
  else {
    report.text(`${invitation}\n`)
    report.note('It works once, within a week. Whoever has it can join: send it as you would send a password.')
  }
}

/** Takes this machine out of its team, or another one or a program; as an admin with a name, what a person has. */
export async function leaveCommand(call: Call): Promise<void> {
  const { words, flags, json, report, open } = call
  await using loop = await open()
  const member = await teamOf(loop)
  const [person] = words
  const { only } = flags
  if (person !== undefined || typeof only === 'string') {
    const { endAccess } = await import('../team/node/asking.ts')
    const which = { ...(person !== undefined && { person }), ...(typeof only === 'string' && { only }) }
    const { status } = await endAccess(member, which)
    if (json) report.json({ org: member.org.name, taken_out: [], status })
    else report.line(`${[person, only].filter(Boolean).join(', ')}: ${status}`)
    return
  }
  const { leaveTeam } = await import('../team/node/joining.ts')
  await leaveTeam(dataDirOf(call), member, flags.force === true)
  const names = Object.keys(member.skills)
  const out: string[] = []
  for (const name of names)
    if ((await loop.team.takeOut(name, `this machine left the team ${member.org.name}`)) === 'taken out') out.push(name)
  if (out.length > 0) await loop.upkeep.sync()
  if (json) report.json({ org: member.org.name, taken_out: out, status: 'left' })
  else report.line(`This machine left "${member.org.name}"; ${out.length} of its skills are in the archive.`)
}

/** Takes in what the team changed, and sends counts. */
export async function syncCommand({ json, report, open, settings }: Call): Promise<ExitCode> {
  await using loop = await open()
  const member = await teamOf(loop)
  const { syncTeam } = await import('../team/node/sync.ts')
  const done = await syncTeam(loop, dataDirOf({ settings }), member, { now: new Date() })
  const { common } = done.member
  if (json) report.json({ skills: done.skills, common })
  else {
    if (done.skills.length === 0) report.line('Nothing is new.')
    for (const { skill, status, why } of done.skills)
      report.line(`${skill}: ${status}${why === undefined ? '' : ` (${why})`}`)
    for (const [signature, people] of Object.entries(common))
      report.line(`${people} people of the team do "${signature}"; see "wayland-core team status".`)
  }
  return done.skills.some(({ status }) => status === 'blocked') ? EXIT.refused : EXIT.done
}
