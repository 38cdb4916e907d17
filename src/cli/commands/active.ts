import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'offering',
  takes: '<session>',
  words: 'List the skills that a conversation was given, in their order, with their tokens',
  flags: {},
  text: [
    'A session is any id that you give to "run --session", or to load_skill over MCP; it is forgotten 90 days after the skill was given.',
  ],
  json: {
    session: 'the id',
    tokens: 'of all its skills together, by an upper estimate',
    skills: '[{skill, version, tokens, at}], in the order in which they came',
  },
  example: 'wayland-core run auto-branch-changes-review --session s1 && wayland-core active s1',
}

/** Lists the skills that a conversation was given, in the order in which they came. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [session, ...more] = words
  if (session === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'active needs the id of one session', {
      hint: 'Give the id that "run" was given with --session.',
    })
  await using loop = await open({ brief: true })
  const skills = await loop.offers.active(session)
  const tokens = skills.reduce((sum, one) => sum + one.tokens, 0)
  const given = skills.map(({ skill, version, tokens: own, at }) => ({
    skill,
    version,
    tokens: own,
    at: new Date(at).toISOString(),
  }))
  if (json) report.json({ session, tokens, skills: given })
  else if (skills.length === 0) report.line('No skill is active in this session.')
  else
    report.table([
      ['skill', 'version', 'tokens', 'since'],
      ...given.map((one) => [one.skill, one.version, String(one.tokens), one.at]),
      ['together', '', String(tokens), ''],
    ])
  return EXIT.done
}
