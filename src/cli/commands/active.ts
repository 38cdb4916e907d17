import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Lists the skills that a conversation was given, in the order in which they came. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [session, ...more] = words
  if (session === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'active needs the id of one session', {
      hint: 'Give the id that "run" was given with --session.',
    })
  await using loop = await open({ brief: true })
  const skills = await loop.active(session)
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
