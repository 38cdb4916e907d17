import type { SkillLoop } from '../app/skill-loop.ts'
import type { Skill } from '../domain/skill.ts'
import { skillToWire } from '../domain/wire.ts'
import type { Call } from './command.ts'
import { ledgerRows, ledgerToWire, versionToWire } from './ledger-rows.ts'
import type { Report } from './report.ts'

type Revocations = Awaited<ReturnType<SkillLoop['review']['revocations']>>

/** Shows skills with status and versions, revocations in force, and the ledger. */
export async function allHistory({ flags, json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const all = governed(loop, await loop.review.skills())
  const revocations = await loop.review.revocations()
  if (json) await write(all, revocations, report)
  else await tell(all, revocations, { report, shown: flags.all === true ? Number.POSITIVE_INFINITY : LINES })
}

/** Portion by portion, since the text of a large library is a hundred megabytes. */
async function write(all: Governed, revocations: Revocations, report: Report): Promise<void> {
  report.jsonPart('{"skills":[')
  await writeList(all.skills(), report, ({ skill, versions }) => ({
    ...skillToWire(skill),
    versions: versions.map(versionToWire),
  }))
  const inForce = revocations.map((r) => ({
    skill: r.skillName,
    signature: r.signature,
    at: new Date(r.at).toISOString(),
    reason: r.reason,
  }))
  report.jsonPart(`],"revocations":${JSON.stringify(inForce)},"ledger":[`)
  await writeList(all.ledger(), report, ledgerToWire)
  report.jsonPart(']}\n')
}

async function writeList<T>(
  portions: AsyncIterable<readonly T[]>,
  report: Report,
  toWire: (one: T) => unknown,
): Promise<void> {
  let between = ''
  for await (const portion of portions) {
    report.jsonPart(between + JSON.stringify(portion.map(toWire)).slice(1, -1))
    between = ','
  }
}

async function tell(
  all: Governed,
  revocations: Revocations,
  { report, shown }: { readonly report: Report; readonly shown: number },
): Promise<void> {
  const rows: string[][] = []
  let skills = 0
  for await (const portion of all.skills()) {
    skills += portion.length
    for (const { skill, versions } of portion.slice(0, Math.max(0, shown - rows.length))) {
      const { name, status, origin, version, needsReview } = skill
      rows.push([name, status, origin, version, String(versions.length), needsReview ? 'yes' : 'no'])
    }
  }
  const lines: Parameters<typeof ledgerRows>[0][number][] = []
  let entries = 0
  for await (const portion of all.ledger()) {
    entries += portion.length
    lines.push(...portion)
    if (lines.length > shown) lines.splice(0, lines.length - shown)
  }
  const rest = (count: number, what: string): void => {
    if (count > shown) report.line(`${count - shown} ${what}: --all`)
  }
  report.table([['skill', 'status', 'origin', 'head', 'versions', 'needs review'], ...rows])
  rest(skills, 'more skills')
  report.line('\nRevocations in force')
  if (revocations.length === 0) report.line('none')
  else
    report.table([
      ['skill', 'signature', 'since', 'why'],
      ...revocations
        .slice(0, shown)
        .map((r) => [r.skillName, r.signature ?? '-', new Date(r.at).toISOString(), r.reason]),
    ])
  rest(revocations.length, 'more revocations')
  report.line('\nLedger')
  rest(entries, 'earlier entries')
  report.table(ledgerRows(lines))
}

/** Lines of each table without --all: more than a person reads, and few enough to print at once. */
const LINES = 500

type Governed = ReturnType<typeof governed>

/** Skills, and ledger lines, of one portion: some megabytes of JSON. */
const PORTION = { skills: 2_000, lines: 10_000 }

/** Skills with their versions, and the ledger, in portions, so that a large library is never in memory whole. */
export function governed(
  loop: { readonly review: Pick<SkillLoop['review'], 'allVersions' | 'historyAfter'> },
  all: readonly Skill[],
) {
  return {
    /** Skills in their order. */
    async *skills() {
      for (let from = 0; from < all.length; from += PORTION.skills) {
        const part = all.slice(from, from + PORTION.skills)
        const versions = await loop.review.allVersions(part.map(({ id }) => id))
        yield part.map((skill) => ({ skill, versions: versions.get(skill.id) ?? [] }))
      }
    },
    /** Ledger lines, oldest first. */
    async *ledger() {
      for (let after = 0; ; ) {
        const lines = await loop.review.historyAfter(after, PORTION.lines)
        const last = lines.at(-1)
        if (last === undefined) return
        yield lines
        after = last.id
      }
    },
  }
}
