import { WaylandError } from '../../domain/errors.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { table } from '../report.ts'

/** Shows one skill: its standing, its text, its history. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [reference, ...more] = words
  if (reference === undefined || more.length > 0) throw new WaylandError('bad_usage', 'show needs one skill')
  await using loop = await open()
  const skill = findSkill(await loop.skills(), reference)
  const history = await loop.history(skill.id)
  const wire = skillToWire(skill)
  if (json) {
    const lines = history.map((l) => ({
      at: new Date(l.at).toISOString(),
      move: l.move,
      actor: l.actor,
      from: l.fromStatus,
      to: l.toStatus,
      reason: l.reason,
    }))
    report.json({ ...wire, triggers: skill.triggers, body: skill.body, history: lines })
    return EXIT.done
  }
  report.line(table(Object.entries(wire).map(([key, value]) => [key.replaceAll('_', ' '), String(value ?? '-')])))
  report.line(`\n${skill.body.trim()}\n`)
  report.line(
    table([
      ['when', 'what', 'who', 'status', 'why'],
      ...history.map((l) => [new Date(l.at).toISOString(), l.move, l.actor, l.toStatus ?? '-', l.reason]),
    ]),
  )
  return EXIT.done
}
