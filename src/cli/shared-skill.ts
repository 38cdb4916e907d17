import { isWaylandError } from '../domain/errors.ts'
import { EXIT, type ExitCode } from './command.ts'
import { capabilityLines, findingLines } from './finding-lines.ts'
import { type SharedAsked, wholeLibrary } from './shared-library.ts'

/** What is asked of a skill that is none of the person's own: it may be one of a shared library, or a whole one. */
export async function sharedInstead(error: unknown, asked: SharedAsked): Promise<ExitCode> {
  if (!isNone(error)) throw error
  const { loop, reference, decided, json, report } = asked
  const { approveShared, withdrawShared, sharedSkill } = loop.review
  const look = decided === undefined ? sharedSkill : decided === 'approve' ? approveShared : withdrawShared
  const orError = (other: unknown) => {
    throw isNone(other) ? error : other
  }
  const looked = await look(reference).catch((other: unknown) => (isNone(other) ? undefined : orError(other)))
  if (looked === undefined) return await wholeLibrary(asked).catch(orError)
  const { skill, standing, capabilities, fresh, findings } = looked
  const { name, library, path, description, body } = skill
  if (json)
    report.json({
      ...{ name, library, path, description, body, standing },
      ...{ capabilities, new_capabilities: fresh ?? null, findings },
    })
  else if (decided === 'withdraw')
    report.line(`"${name}" of the library ${library} is not approved any more: no model sees it`)
  else if (decided === 'approve') {
    report.line(`"${name}" of the library ${library} is approved as it is now`)
    for (const line of capabilityLines(capabilities, fresh)) report.line(line)
  } else {
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

const isNone = (error: unknown): boolean => isWaylandError(error) && error.code === 'no_such_skill'

const STANDING = {
  approved: 'approved as it is',
  waits: 'and not found by models before you approve it',
  blocked: 'and held back by a safety rule',
} as const
