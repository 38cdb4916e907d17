import { replay } from '../../domain/lifecycle.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { ledgerRows, ledgerToWire, versionToWire } from '../ledger-rows.ts'

/** Shows skills with status and versions, revocations in force and the ledger, and whether they agree. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const [all, versions] = [await loop.skills(), await loop.allVersions()]
  const skills = all.map((skill) => ({ skill, versions: versions.get(skill.id) ?? [] }))
  const [revocations, ledger] = [await loop.revocations(), await loop.history()]
  const replayed = replay(ledger)
  const agrees = skills.every(({ skill, versions }) => {
    const row = replayed.get(skill.name)
    return row?.status === skill.status && row.head === versions.find(({ head }) => head)?.id
  })
  if (json) {
    report.json({
      skills: skills.map(({ skill, versions }) => ({ ...skillToWire(skill), versions: versions.map(versionToWire) })),
      revocations: revocations.map((r) => ({
        skill: r.skillName,
        signature: r.signature,
        at: new Date(r.at).toISOString(),
        reason: r.reason,
      })),
      ledger: ledger.map(ledgerToWire),
      ledger_agrees: agrees,
    })
    return EXIT.done
  }
  const shown = flags.all === true ? Number.POSITIVE_INFINITY : LINES
  const rest = (list: readonly unknown[], what: string): void => {
    if (list.length > shown) report.line(`${list.length - shown} ${what}: --all`)
  }
  const rows = skills
    .slice(0, shown)
    .map(({ skill, versions }) => [
      skill.name,
      skill.status,
      skill.origin,
      skill.version,
      String(versions.length),
      skill.needsReview ? 'yes' : 'no',
    ])
  report.table([['skill', 'status', 'origin', 'head', 'versions', 'needs review'], ...rows])
  rest(skills, 'more skills')
  report.line('\nRevocations in force')
  report.table([
    ['skill', 'signature', 'since', 'why'],
    ...revocations
      .slice(0, shown)
      .map((r) => [r.skillName, r.signature ?? '-', new Date(r.at).toISOString(), r.reason]),
  ])
  rest(revocations, 'more revocations')
  report.line('\nLedger')
  rest(ledger, 'earlier entries')
  report.table(ledgerRows(ledger.slice(Math.max(0, ledger.length - shown))))
  report.line(
    `\nThe ledger alone gives ${agrees ? 'the same statuses and versions as the rows' : 'OTHER statuses or versions than the rows: report this, with the output of --json'}.`,
  )
  return EXIT.done
}

/** Lines of each table without --all: more than a person reads, and few enough to print at once. */
const LINES = 500
