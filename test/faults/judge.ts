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
import { type InLoop, inLoop, type Open, prepared, type Scenario } from './scenario.ts'
import {
  copiedDigests,
  copyDigests,
  copyFaults,
  copyStaging,
  type FileState,
  halfFiles,
  mixedFiles,
  temporaries,
  theirStates,
} from './surroundings.ts'

/** What a scenario comes to without a fault, before and after its act. */
export interface Reference {
  readonly before: Summary
  readonly after: Summary
  readonly theirsBefore: readonly FileState[]
  readonly theirsAfter: readonly FileState[]
}

/** Runs a scenario without a fault; its act by `act`, where that is given. */
export async function referenceOf(
  scenario: Scenario,
  folder: string,
  act: (home: Home) => Promise<unknown> = (home) => restart(home, { act: scenario.act }),
): Promise<Reference> {
  const before = await prepared(scenario, `${folder}/before`)
  const theirsBefore = theirStates(scenario, before.home)
  await restart(before.home, { next: scenario.next })
  const after = await prepared(scenario, `${folder}/after`)
  await act(after.home)
  const theirsAfter = theirStates(scenario, after.home)
  await restart(after.home, { next: scenario.next })
  const between = scenario.together !== true
  return {
    before: summary(before.home, between),
    after: summary(after.home, between),
    theirsBefore,
    theirsAfter,
  }
}

/** A home that a fault has struck, and what is known of it. */
export interface Struck {
  readonly scenario: Scenario
  readonly home: Home
  readonly personal: PersonalFiles
  readonly digests: ReadonlySet<string | null>
  /** The person's files that the scenario names, as they were before the act. */
  readonly theirs: readonly FileState[]
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
  const { next } = scenario
  const broken = [...(await halfWritten(struck)), ...mixed(struck)]
  const staged = (existsSync(home.staging) ? readdirSync(home.staging).length : 0) + copyStaging(home).length
  const unfinished = (lookAside(home, isUnfinished) ?? false) || staged > 0
  try {
    const told = await restart(home, { next })
    if (unfinished && told.length === 0) broken.push('the next run repaired without a word')
    broken.push(...(await standing(struck)))
    const between = scenario.together !== true
    const repaired = summary(home, between)
    const missing = difference(reference.after, repaired, struck.copyFailed)
    if (missing !== undefined && struck.acknowledged) broken.push(`what was reported as done is not: ${missing}`)
    if (
      missing !== undefined &&
      difference(reference.before, repaired, true) !== undefined &&
      scenario.several !== true
    )
      broken.push(`half done: ${missing}`)
    if (missing !== undefined) await restart(home, { act: scenario.act })
    await restart(home, { next })
    broken.push(...(await standing(struck)).map((what) => `done again: ${what}`))
    const differs = difference(reference.after, summary(home, between), struck.copyFailed)
    if (differs !== undefined) broken.push(`done again, it differs: ${differs}`)
    const more = await restart(home, { next })
    if (more.length > 0) broken.push(`repaired a second time: ${more.join('; ')}`)
    broken.push(...mixed(struck), ...temporaries(home), ...((await scenario.last?.(home)) ?? []))
    return { broken, repaired: told.length > 0 }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    return { broken: [...broken, `the next run fails: ${code} ${message ?? String(error)}`], repaired: false }
  }
}

/** Opens a home as the next process would, or does an act in it, and answers with what was said of repairs. */
export async function restart(
  home: Home,
  {
    act,
    next,
    now,
  }: { readonly act?: Scenario['act']; readonly next?: InLoop | undefined; readonly now?: () => Date } = {},
): Promise<readonly string[]> {
  const told: string[] = []
  const open: Open = (where, options) =>
    openHome(where, {
      ...options,
      ...(now && { now }),
      onEvent: (event) => {
        if (event.kind === 'repaired') told.push(event.what)
      },
    })
  await (act ?? inLoop(next ?? (async () => {})))(home, open)
  return told
}

/** Skill folders that are neither whole nor absent, right after the fault. */
async function halfWritten({ home, digests }: Struck): Promise<string[]> {
  const recorded = new Set<string | null>(lookAside(home, (db) => [...versionDigests(db), ...copiedDigests(db)]) ?? [])
  const folders = [...(await folderDigests(home)), ...(await copyDigests(home))].flatMap(([name, digest]) =>
    digest !== null && (digests.has(digest) || recorded.has(digest)) ? [] : [`the folder ${name} is not whole`],
  )
  return [...folders, ...halfFiles(home)]
}

const mixed = ({ scenario, home, theirs, reference }: Struck): string[] => mixedFiles(scenario, home, theirs, reference)

/** What does not hold of a home at rest. */
export async function standing({ home, personal }: Pick<Struck, 'home' | 'personal'>): Promise<string[]> {
  const folders = await folderDigests(home)
  const staged = existsSync(home.staging) ? readdirSync(home.staging) : []
  const copies = await copyDigests(home)
  const found = look(home, (db) => [
    ...soundness(db),
    ...copyFaults(home, db, { folders: copies, personal }),
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
