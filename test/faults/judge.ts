import { existsSync, readdirSync } from 'node:fs'
import { filesBelow, type Home, openHome, type PersonalFiles } from './home.ts'
import {
  folderDigests,
  isUnfinished,
  ledgerFaults,
  look,
  lookAside,
  lostBytes,
  type Summary,
  skillRows,
  soundness,
  summary,
  versionDigests,
} from './look.ts'
import { prepared, type Scenario } from './scenarios.ts'

/** What a scenario comes to without a fault, before and after its act. */
export interface Reference {
  readonly before: Summary
  readonly after: Summary
}

/** Runs a scenario without a fault. */
export async function referenceOf(scenario: Scenario, folder: string): Promise<Reference> {
  const before = await prepared(scenario, `${folder}/before`)
  await restart(before.home)
  const after = await prepared(scenario, `${folder}/after`)
  await restart(after.home, { scenario })
  return { before: summary(before.home), after: summary(after.home) }
}

/** A home that a fault has struck, and what is known of it. */
export interface Struck {
  readonly scenario: Scenario
  readonly home: Home
  readonly personal: PersonalFiles
  readonly digests: ReadonlySet<string | null>
  readonly reference: Reference
  /** Whether the act was reported as done, with a database under it. */
  readonly acknowledged: boolean
  /** Whether it was told that the second copy of a draft was not written. */
  readonly copyFailed: boolean
}

/** Everything that must hold after a fault; answers with what does not, and what the next run said that it repaired. */
export async function judge(
  struck: Struck,
): Promise<{ readonly broken: readonly string[]; readonly repaired: boolean }> {
  const { home, scenario, reference } = struck
  const broken = await halfWritten(struck)
  const unfinished =
    (lookAside(home, isUnfinished) ?? false) || (existsSync(home.staging) && readdirSync(home.staging).length > 0)
  try {
    const told = await restart(home)
    if (unfinished && told.length === 0) broken.push('the next run repaired without a word')
    broken.push(...(await standing(struck)))
    const repaired = summary(home)
    const missing = difference(reference.after, repaired, struck.copyFailed)
    if (missing !== undefined && struck.acknowledged) broken.push(`what was reported as done is not: ${missing}`)
    if (
      missing !== undefined &&
      difference(reference.before, repaired, true) !== undefined &&
      scenario.several !== true
    )
      broken.push(`half done: ${missing}`)
    if (missing !== undefined) await restart(home, { scenario })
    broken.push(...(await standing(struck)).map((what) => `done again: ${what}`))
    const differs = difference(reference.after, summary(home), struck.copyFailed)
    if (differs !== undefined) broken.push(`done again, it differs: ${differs}`)
    const more = await restart(home)
    if (more.length > 0) broken.push(`repaired a second time: ${more.join('; ')}`)
    return { broken, repaired: told.length > 0 }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    return { broken: [...broken, `the next run fails: ${code} ${message ?? String(error)}`], repaired: false }
  }
}

/** Opens a home as the next process would, does the act if one is given, and answers with what it said of repairs. */
export async function restart(
  home: Home,
  { scenario, now }: { readonly scenario?: Scenario; readonly now?: () => Date } = {},
): Promise<readonly string[]> {
  const told: string[] = []
  const loop = await openHome(home, {
    ...(now && { now }),
    onEvent: (event) => {
      if (event.kind === 'repaired') told.push(event.what)
    },
  })
  try {
    await scenario?.act(loop)
  } finally {
    await loop[Symbol.asyncDispose]()
  }
  return told
}

/** Skill folders that are neither whole nor absent, right after the fault. */
async function halfWritten({ home, digests }: Struck): Promise<string[]> {
  const recorded = new Set<string | null>(lookAside(home, versionDigests) ?? [])
  return [...(await folderDigests(home))].flatMap(([name, digest]) =>
    digest !== null && (digests.has(digest) || recorded.has(digest)) ? [] : [`the folder ${name} is not whole`],
  )
}

/** What does not hold of a home at rest. */
export async function standing({ home, personal }: Pick<Struck, 'home' | 'personal'>): Promise<string[]> {
  const folders = await folderDigests(home)
  const staged = existsSync(home.staging) ? readdirSync(home.staging) : []
  const found = look(home, (db) => [
    ...soundness(db),
    ...ledgerFaults(db),
    ...lostBytes(home, personal, db),
    ...(isUnfinished(db) ? ['something is left unfinished'] : []),
    ...skillRows(db).flatMap(({ name, status, headDigest }) => {
      const withdrawn = status === 'archived' || status === 'revoked'
      const there = folders.get(name)
      if (withdrawn) return there === undefined ? [] : [`${name} is ${status}, and its folder is there`]
      return there === headDigest ? [] : [`the folder of ${name} (${status}) holds ${there}, its head is ${headDigest}`]
    }),
    ...[...folders.keys()].flatMap((name) =>
      skillRows(db).some((row) => row.name === name) ? [] : [`the folder ${name} has no row`],
    ),
  ])
  return [
    ...(found ?? ['there is no database']),
    ...staged.map((entry) => `left in staging: ${entry}`),
    ...filesBelow(home.second).flatMap((file) => (file.endsWith('/SKILL.md') ? [] : [`left beside a copy: ${file}`])),
  ]
}

/** The first lines in which two summaries differ; undefined when they do not. */
export function difference(wanted: Summary, got: Summary, withoutCopies = false): string | undefined {
  const lines = ({ home, copies }: Summary) => `${home}\n${withoutCopies ? '' : copies}`.split('\n')
  const [a, b] = [lines(wanted), lines(got)]
  const at = a.findIndex((line, i) => line !== b[i])
  if (at < 0 && a.length === b.length) return undefined
  return `wanted ${a.slice(at, at + 3).join(' ')}, got ${b.slice(at, at + 3).join(' ')}`
}
