import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { Membership } from '../../team/node/membership.ts'
import { saysYes } from '../asking.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { capabilityLines } from '../finding-lines.ts'
import type { Report } from '../report.ts'
import { teamOf } from '../team-member.ts'

export const command: Words = {
  topic: 'sharing',
  takes: '<skill>',
  words: 'Propose a skill to your team, after it showed exactly what would leave this machine',
  flags: {
    yes: { words: 'Send without asking' },
    'dry-run': { words: 'Show what would leave, and send nothing' },
    'with-evidence': { words: 'With the requests that it quotes, and references/evidence.md' },
    name: { value: 'name', words: 'Under this name: also to make it a version of a skill that the team has' },
    everywhere: { words: 'For every project, also where it belongs to some' },
    own: { words: 'As a skill of its own although the team has one that says nearly the same' },
    reason: { value: 'text', words: 'What the reviewers should know' },
  },
  text: [
    'Secrets, e-mail addresses and home folders are taken out once more, and what a safety rule blocks is not sent. Requests that a draft quotes, its evidence and its manifest stay here. What is printed is all that is sent, with your name. A skill that belongs to a project is offered to others in that project alone: it is known by the hash of its remote "origin" under a key that the server does not have. Another person of the team decides on it: "wayland-core team review"; in a team of one person it is published at once.',
  ],
  json: {
    skill: 'name in the team',
    files: '{path: text}: what leaves',
    capabilities: '[{kind, what, file, line}]: what it can do',
    evidence: 'number of turns behind it; the turns stay here',
    redacted: 'number of values that were taken out',
    left: 'files that stay here',
    projects: 'names of the projects that it is for, as they are sent; null: every one',
    sent: 'whether it was sent',
    'version?': 'its number in the team',
    'status?': 'proposed or published',
    'id?': 'id of the version',
  },
  example: 'wayland-core share auto-branch-changes-review --dry-run',
}

/** Shows what of a skill would leave, and sends it on yes. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [reference = ''] = words
  await using loop = await open()
  const isDry = flags['dry-run'] === true
  const member = isDry ? undefined : await teamOf(loop)
  const name = typeof flags.name === 'string' ? { name: flags.name } : {}
  const skill = await loop.team.shareable(reference, { evidence: flags['with-evidence'] === true, ...name })
  const files = Object.fromEntries(skill.files)
  const told = { skill: skill.name, files, ...{ capabilities: skill.capabilities, evidence: skill.evidence } }
  const projects = flags.everywhere === true ? null : await projectsOf(skill, member)
  const more = { redacted: skill.redacted, left: skill.left, projects: projects?.map((one) => one.name) ?? null }
  if (!json) show(skill, more.projects, report)
  const isAgreed = async (team: string) => flags.yes === true || (await saysYes(`Send this to "${team}"? [y/N] `))
  if (member === undefined || !(await isAgreed(member.org.name))) {
    if (json) report.json({ ...told, ...more, sent: false })
    else report.line(isDry ? 'Nothing was sent.' : 'Nothing was sent. To send it: --yes')
    return isDry ? EXIT.done : EXIT.refused
  }
  const { sendVersion } = await import('../../team/node/asking.ts')
  const note = typeof flags.reason === 'string' ? flags.reason : ''
  const sent = await sendVersion(member, skill, { note, own: flags.own === true, projects })
  if (json) report.json({ ...told, ...more, sent: true, version: sent.number, status: sent.status, id: sent.id })
  else if (sent.status === 'published') report.line(`Published as version ${sent.number} of "${sent.skill}".`)
  else
    report.line(
      `Proposed as version ${sent.number} of "${sent.skill}". Another person decides: wayland-core team review ${sent.id}`,
    )
  return EXIT.done
}

type ShareableSkill = Awaited<ReturnType<SkillLoop['team']['shareable']>>

/** The projects that a skill belongs to, as the team knows them. Throws `refused` for one that no other machine can know. */
async function projectsOf({ name, projects }: ShareableSkill, member: Membership | undefined) {
  if (projects === undefined) return null
  const { teamProjectOf } = await import('../../team/node/project-hash.ts')
  return projects.map((one) => {
    // Without a team there is no key, and only the names are shown.
    const found = teamProjectOf(one, member?.key ?? '')
    if (found !== undefined) return found
    throw new WaylandError(
      'refused',
      `"${name}" belongs to ${one}, which has no remote "origin" that others could have`,
      {
        hint: 'Share it for every project with --everywhere.',
      },
    )
  })
}

function show(
  { files, capabilities, evidence, left, redacted }: ShareableSkill,
  projects: readonly string[] | null,
  report: Report,
): void {
  for (const [path, text] of files) report.line(`${path}\n${text.trimEnd().replace(/^/gm, '  | ')}\n`)
  for (const line of capabilityLines(capabilities, undefined)) report.line(line)
  report.line(`Resting on ${evidence} turns, which stay here${left.length > 0 ? `, as do ${left.join(', ')}` : ''}.`)
  report.line(projects === null ? 'For every project.' : `For the project ${projects.join(', ')} alone.`)
  if (redacted > 0) report.line(`${redacted} values were taken out as secrets or personal data.`)
}
