import type { SkillLoop } from '../app/skill-loop.ts'
import { inWords } from '../domain/capabilities/capability.ts'
import { WaylandError } from '../domain/errors.ts'
import { EXIT, type ExitCode } from './command.ts'
import { plain } from './finding-lines.ts'
import type { Report } from './report.ts'

type SharedLibrary = Awaited<ReturnType<SkillLoop['review']['sharedLibrary']>>

/** What is asked of a shared library, or of a skill of one. */
export interface SharedAsked {
  readonly loop: SkillLoop
  readonly reference: string
  /** What a person decided; absent: it is shown. */
  readonly decided?: 'approve' | 'withdraw'
  readonly json: boolean
  readonly report: Report
}

/** Shows or decides all skills of a shared library at once; `reference` is its name, to approve it with `@<digest>`. */
export async function wholeLibrary({ loop, reference, decided, json, report }: SharedAsked): Promise<ExitCode> {
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
  return EXIT.done
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
