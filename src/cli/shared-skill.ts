import type { SkillLoop } from '../app/skill-loop.ts'
import { inWords } from '../domain/capabilities/gravest.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import { capabilityLines, findingLines, plain } from './finding-lines.ts'
import type { Report } from './report.ts'

/** What is asked of a skill that is none of the person's own: it may be one of a shared library, or a whole one. */
export async function sharedInstead(error: unknown, asked: SharedAsked): Promise<void> {
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
}

const isNone = (error: unknown): boolean => isWaylandError(error) && error.code === 'no_such_skill'

const STANDING = {
  approved: 'approved as it is',
  waits: 'and not found by models before you approve it',
  blocked: 'and held back by a safety rule',
} as const

type SharedLibrary = Awaited<ReturnType<SkillLoop['review']['sharedLibrary']>>

interface SharedAsked {
  readonly loop: SkillLoop
  readonly reference: string
  /** What a person decided; absent: it is shown. */
  readonly decided?: 'approve' | 'withdraw'
  readonly json: boolean
  readonly report: Report
}

/** Shows or decides all skills of a shared library at once; `reference` is its name, to approve it with `@<digest>`. */
async function wholeLibrary({ loop, reference, decided, json, report }: SharedAsked): Promise<void> {
  const { sharedLibrary, approveLibrary, withdrawLibrary } = loop.review
  const [, name = reference, digest] = decided === 'approve' ? (/^(.+)@([0-9a-f]+)$/.exec(reference) ?? []) : []
  const look = decided === 'withdraw' ? withdrawLibrary : sharedLibrary
  const all = digest === undefined ? await look(name) : await approveLibrary(name, digest)
  if (decided === 'approve' && digest === undefined)
    throw new WaylandError('refused', `"${name}" is a library of ${all.skills.length} skills: nothing was approved`, {
      hint: `See what they can do with "wayland-core show ${name}", which says how to approve them as they are.`,
    })
  if (json) report.json({ library: all.library, digest: all.digest, skills: all.skills.map(toWire) })
  else if (decided === undefined) tell(all, report)
  else report.line(counted(all))
}

const toWire = ({ skill: { name, path }, standing, capabilities, findings }: SharedLibrary['skills'][number]) => ({
  ...{ name, path, standing, capabilities, findings },
})

const of = ({ skills }: SharedLibrary, standing: string) => skills.filter((one) => one.standing === standing)

const counted = (all: SharedLibrary): string =>
  `${all.library}: a library of ${all.skills.length} skills: ${of(all, 'approved').length} approved, ${of(all, 'waits').length} wait, ${of(all, 'blocked').length} held back by a safety rule`

function tell(all: SharedLibrary, report: Report): void {
  report.line(counted(all))
  const waiting = of(all, 'waits')
  const byCan = new Map<string, SharedLibrary['skills']>()
  for (const one of waiting) {
    const can = inWords(one.capabilities) || 'can do nothing by itself'
    byCan.set(can, [...(byCan.get(can) ?? []), one])
  }
  for (const [can, skills] of [...byCan].sort(([, one], [, other]) => one.length - other.length)) {
    report.line(`\n${skills.length === 1 ? 'One' : skills.length} ${can}`)
    for (const { skill } of skills) report.line(`  ${plain(skill.path)}`)
  }
  const { library, digest } = all
  if (waiting.length > 0)
    report.line(`\nLet models have these as they are now: wayland-core skills promote ${library}@${digest}`)
  if (of(all, 'approved').length > 0) report.line(`\nTake all back: wayland-core skills archive ${library}`)
}
