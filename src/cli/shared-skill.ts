import type { SkillLoop } from '../app/skill-loop.ts'
import { inWords } from '../domain/capabilities/capability.ts'
import { isWaylandError } from '../domain/errors.ts'
import { EXIT, type ExitCode } from './command.ts'
import { capabilityLines, findingLines } from './finding-lines.ts'
import type { Report } from './report.ts'

/** What is asked of a skill that is none of the person's own: it may be one of a shared library. */
export async function sharedInstead(
  error: unknown,
  asked: {
    readonly loop: SkillLoop
    readonly reference: string
    readonly approve?: boolean
    readonly json: boolean
    readonly report: Report
  },
): Promise<ExitCode> {
  if (!isWaylandError(error) || error.code !== 'no_such_skill') throw error
  const { loop, reference, approve = false, json, report } = asked
  const looked = await (approve ? loop.review.approveShared(reference) : loop.review.sharedSkill(reference)).catch(
    (other: unknown) => {
      throw isWaylandError(other) && other.code === 'no_such_skill' ? error : other
    },
  )
  const { skill, standing, capabilities, fresh, findings } = looked
  const { name, library, path, description, body } = skill
  if (json)
    report.json({
      ...{ name, library, path, description, body, standing },
      ...{ capabilities, new_capabilities: fresh ?? null, findings },
    })
  else if (approve)
    report.line(
      `"${name}" of the library ${library} is approved as it is now: it ${inWords(capabilities) || 'can do nothing but be read'}`,
    )
  else {
    report.line(`${name}: of the library ${library}, ${STANDING[standing]}`)
    report.line(description)
    report.line()
    for (const line of capabilityLines(capabilities, fresh)) report.line(line)
    if (findings.length > 0) report.line(`Found in it\n${findingLines(findings).join('\n')}\n`)
    report.line(body.trim().replace(/^/gm, '  | '))
    if (standing === 'waits')
      report.line(`\nLet models have it as it is now: wayland-core skills promote ${library}/${path}`)
  }
  return EXIT.done
}

const STANDING = {
  approved: 'approved as it is',
  waits: 'and not found by models before you approve it',
  blocked: 'and held back by a safety rule',
} as const
