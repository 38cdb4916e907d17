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
    /** What a person decided; absent: it is shown. */
    readonly decided?: 'approve' | 'withdraw'
    readonly json: boolean
    readonly report: Report
  },
): Promise<ExitCode> {
  if (!isWaylandError(error) || error.code !== 'no_such_skill') throw error
  const { loop, reference, decided, json, report } = asked
  const { approveShared, withdrawShared, sharedSkill } = loop.review
  const look = decided === undefined ? sharedSkill : decided === 'approve' ? approveShared : withdrawShared
  const looked = await look(reference).catch((other: unknown) => {
    throw isWaylandError(other) && other.code === 'no_such_skill' ? error : other
  })
  const { skill, standing, capabilities, fresh, findings } = looked
  const { name, library, path, description, body } = skill
  if (json)
    report.json({
      ...{ name, library, path, description, body, standing },
      ...{ capabilities, new_capabilities: fresh ?? null, findings },
    })
  else if (decided === 'withdraw')
    report.line(`"${name}" of the library ${library} is not approved any more: no model sees it`)
  else if (decided === 'approve')
    report.line(
      `"${name}" of the library ${library} is approved as it is now: it ${inWords(capabilities) || 'can do nothing by itself; what its words ask of a model, only reading shows'}`,
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
    if (standing === 'approved') report.line(`\nTake it back: wayland-core skills archive ${library}/${path}`)
  }
  return EXIT.done
}

const STANDING = {
  approved: 'approved as it is',
  waits: 'and not found by models before you approve it',
  blocked: 'and held back by a safety rule',
} as const
