import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { type Home, homeAt, openHome, REVIEW_SKILL, turn, writeNotes } from './home.ts'
import { restart, standing } from './judge.ts'
import { look } from './look.ts'
import { prepared } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

/** A disk of a fault's own, at this folder, for as long as the work takes; `false` where nothing can be mounted. */
export async function mounted<T>(folder: string, how: readonly string[], work: () => Promise<T>): Promise<T | false> {
  try {
    execFileSync('mount', [...how, folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  try {
    return await work()
  } finally {
    execFileSync('umount', [folder])
  }
}

/** Fills a small disk under the database (and the archive) or under the skills, then makes room: what does not hold. */
export async function full(
  root: string,
  where: 'data' | 'skills',
  kilobytes: number,
): Promise<readonly string[] | false> {
  const home = homeAt(root)
  const folder = where === 'data' ? home.data : `${root}/config`
  mkdirSync(folder, { recursive: true })
  return await mounted(folder, ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs'], async () => {
    const personal = writeNotes(home)
    const { recorded, wordless } = await useUp(home)
    execFileSync('mount', ['-o', 'remount,size=64m', folder])
    // Later, since this very process has claimed what it could not draft.
    await restart(home, { now: () => new Date(Date.now() + LATER_MS) })
    const kept = look(home, (db) => new Set(db.prepare<[], string>('SELECT prompt_id FROM turns').pluck().all()))
    const lost = recorded.filter((id) => kept?.has(id) !== true)
    return [
      ...(await standing({ home, personal })),
      ...(lost.length === 0 ? [] : [`${lost.length} turns were told to be recorded and are not`]),
      ...wordless,
    ]
  })
}

/** Records turns on many tasks until the disk is full and some more; which were told to be recorded. */
async function useUp(
  home: Home,
): Promise<{ readonly recorded: readonly string[]; readonly wordless: readonly string[] }> {
  const [recorded, wordless]: [string[], string[]] = [[], []]
  const loop = await openHome(home)
  if ('none' in loop.upkeep.database) return { recorded, wordless }
  for (let n = 0, failed = 0; n < 600 && failed < 12; n++) {
    const given = turn(`${n}`, `${REQUEST} ${'x'.repeat(n % 7)}q${Math.floor(n / 3)}z`)
    const { status, fault, reason, draft } = await loop.endOfRun({ ...given, summary: 's'.repeat(2000) })
    if (status === 'recorded') recorded.push(given.promptId ?? '')
    else if (fault !== 'unavailable') wordless.push(`a turn ${status}: ${fault}: ${reason}`)
    if (status === 'failed' || draft?.status === 'failed') failed++
  }
  await loop[Symbol.asyncDispose]()
  return { recorded, wordless }
}

/** Longer than a claim of a living process lasts (CLAIM_MS of src/app/core-services.ts). */
const LATER_MS = 11 * 60_000
const REQUEST = 'review the changes on the branch of'

/** A home that can only be read: nothing changes, moves are refused in words, turns go on in memory. */
export async function readOnly(root: string, where: 'data' | 'config'): Promise<readonly string[] | false> {
  const begin = SCENARIOS.find(({ name }) => name === 'pin')
  if (begin === undefined) throw new Error('there is no scenario pin')
  const { home, personal } = await prepared(begin, root)
  const folder = where === 'data' ? home.data : `${root}/config`
  const found = await mounted(folder, ['--bind', '-o', 'ro', folder], async () => {
    const loop = await openHome(home)
    const wrong: string[] = []
    const { status, reason } = await loop.endOfRun(turn('x'))
    if (status !== 'recorded') wrong.push(`a turn was ${status}: ${reason}`)
    const code = await loop.review.move(REVIEW_SKILL, 'archive').then(
      () => 'none',
      (error: { code?: string }) => error.code,
    )
    if (code !== 'storage_unavailable') wrong.push(`a move that cannot be is answered with ${code}`)
    await loop[Symbol.asyncDispose]()
    return wrong
  })
  if (found === false) return false
  await restart(home)
  return [...found, ...(await standing({ home, personal }))]
}
