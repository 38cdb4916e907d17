import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { projectOf } from '../../platform/project-of.ts'
import { isSigned, keyed, sha256 } from '../keys.ts'
import {
  bytesOf,
  changesMessage,
  commonMessage,
  doneMessage,
  filesMessage,
  type Outcomes,
  type Statement,
  statementSchema,
} from '../wire.ts'
import { type TeamClient, teamClient } from './client.ts'
import { type Membership, readMembership, writeMembership } from './membership.ts'
import { teamProjectOf } from './project-hash.ts'

type Loop = Pick<SkillLoop, 'team' | 'review'> & { readonly upkeep: Pick<SkillLoop['upkeep'], 'sync'> }

export interface Synced {
  readonly member: Membership
  /** What became of each skill that changed. */
  readonly skills: readonly { readonly skill: string; readonly status: string; readonly why?: string | undefined }[]
}

/**
 * Takes in what the team changed since the last sync, and sends counts. Each change is verified, applied and noted before the
 * next: a sync that is cut goes on where it was. Throws `unavailable` where the server does not answer, and `refused` where what
 * it says is not signed by the org's key, is out of order, or has other bytes; then nothing of that is taken in.
 */
export async function syncTeam(
  loop: Loop,
  dataDir: string,
  given: Membership,
  { now, waitMs = 0, signal }: { readonly now: Date; readonly waitMs?: number; readonly signal?: AbortSignal },
): Promise<Synced> {
  const client = teamClient(given.url, given.token, signal)
  let member = given
  const keep = async (next: Membership) => {
    // It may have been left meanwhile, and another joined.
    if (readMembership(dataDir)?.node !== given.node)
      throw new WaylandError('conflict', 'this machine left its team during the sync')
    member = next
    await writeMembership(dataDir, member)
  }
  const done: Synced['skills'][number][] = []
  for (let more = true; more; ) {
    const wait: number = done.length === 0 ? Math.floor(waitMs / 1_000) : 0
    const answer: z.infer<typeof changesMessage> = await client.get(
      `v1/changes?after=${member.cursor}&wait=${wait}`,
      changesMessage,
      wait * 1_000,
    )
    for (const change of answer.changes) {
      const said = verified(change, member)
      if (!member.copiesBehind) await keep({ ...member, copiesBehind: true })
      const { skills, ...became } = await apply(loop, client, member, said)
      await keep({ ...member, cursor: said.seq, skills })
      done.push({ skill: said.skill, ...became })
    }
    // A server that forgot what it said before is not believed: its ledger only grows.
    if (answer.ledger.entry < member.ledger.entry) throw distrusted('its ledger has become shorter')
    if (answer.ledger.entry > member.ledger.entry) await keep({ ...member, ledger: answer.ledger })
    more = answer.more
  }
  for (const [skill, { status, why }] of await placeAnew(loop, client, () => member, keep))
    done.push({ skill, status, why })
  if (member.copiesBehind) {
    await loop.upkeep.sync()
    await keep({ ...member, copiesBehind: false })
  }
  await sendCounts(loop, client, () => member, keep, now)
  return { member, skills: done }
}

async function sendCounts(
  loop: Loop,
  client: TeamClient,
  current: () => Membership,
  keep: (next: Membership) => Promise<void>,
  now: Date,
): Promise<void> {
  const counted = await countOutcomes(loop, current(), now)
  if (counted !== current()) await keep(counted)
  if (current().acknowledged !== current().settled) {
    const sums = sumsOf(current())
    for (let at = 0; at < sums.length; at += 500)
      await client.post('v1/outcomes', { outcomes: sums.slice(at, at + 500) }, doneMessage)
    await keep(acknowledged(current(), now))
  }
  const { recurrences, signatureOf } = await recurringHere(loop, current().key, now)
  // Once a day also what is as it was, since what others do may have changed.
  const told = sha256(JSON.stringify([now.toISOString().slice(0, 10), recurrences]))
  if (recurrences.length === 0 || told === current().told) return
  const { common } = await client.post('v1/recurrences', { recurrences }, commonMessage)
  const found = Object.fromEntries(common.map(({ hash, people }) => [signatureOf.get(hash) ?? '', people]))
  await keep({ ...current(), told, common: found })
}

/** The statement of a change, which the org's key signed and which is the next of this org. Throws `refused`. */
function verified(change: { seq: number; statement: string; signature: string }, member: Membership): Statement {
  if (!isSigned(change.statement, change.signature, member.publicKey))
    throw distrusted('a change is not signed by the key of the team')
  const said = statementSchema.safeParse(JSON.parse(change.statement)).data
  if (said === undefined)
    throw new WaylandError('refused', 'the team has a change of a kind that this version does not know', {
      hint: 'Update wayland-core on this machine.',
    })
  if (said.org !== member.org.id) throw distrusted('a change is of another team')
  if (said.seq !== member.cursor + 1) throw distrusted(`change ${member.cursor + 1} is missing or comes again`)
  return said
}

async function apply(loop: Loop, client: TeamClient, { skills, key }: Membership, said: Statement) {
  const { [said.skill]: _, ...others } = skills
  if (said.kind === 'withdrawn') {
    const status = await loop.team.takeOut(said.skill, `the team withdrew it: ${said.reason}`)
    return { skills: others, status, why: said.reason }
  }
  const entry = await placed(loop, client, said, said.projects === null ? [] : await among(loop, said.projects, key))
  return { skills: { ...others, [said.skill]: entry }, status: entry.status, why: entry.why }
}

/** Offers skills of some projects in those that came to this machine since, and no longer in those that left. */
async function placeAnew(
  loop: Loop,
  client: TeamClient,
  current: () => Membership,
  keep: (next: Membership) => Promise<void>,
) {
  const done: [string, Membership['skills'][string]][] = []
  for (const [skill, known] of Object.entries(current().skills)) {
    if (known.projects === null) continue
    const here = await among(loop, known.projects, current().key)
    if (isDeepStrictEqual(here, known.here)) continue
    const entry = await placed(loop, client, { ...known, skill }, here)
    await keep({ ...current(), copiesBehind: true, skills: { ...current().skills, [skill]: entry } })
    done.push([skill, entry])
  }
  return done
}

/** The projects of this machine that are among those of a skill. */
async function among({ team }: Loop, projects: readonly string[], key: string): Promise<readonly string[]> {
  const all = await team.recentProjects()
  return all.filter((one) => projects.includes(teamProjectOf(one, key)?.id ?? '')).sort()
}

/** Takes in the files of a version as they were signed, for all projects or for those that are here. */
async function placed(
  loop: Loop,
  client: TeamClient,
  said: Pick<Statement & { kind: 'published' }, 'skill' | 'version' | 'digest' | 'projects'>,
  here: readonly string[],
): Promise<Membership['skills'][string]> {
  const answer = await client.get(`v1/versions/${said.version}`, filesMessage)
  const files = bytesOf(answer.files)
  if (digestFiles(files) !== said.digest)
    throw distrusted(`the files of "${said.skill}" are not those that were signed`)
  const reason = `published by the team, version ${answer.number} by ${answer.author}`
  // The hashes stand for those that are not here, so that a skill of some projects is never one of all.
  const projects = said.projects === null ? undefined : [...here, ...said.projects]
  const { status, why } = await loop.team.place({ name: said.skill, files, reason, projects })
  const { version, digest } = said
  return { version, digest, status, ...(why === undefined ? {} : { why }), projects: said.projects, here }
}

const distrusted = (what: string) =>
  new WaylandError('refused', `nothing more is taken from the server of the team: ${what}`, {
    hint: 'Tell an admin of the team. Skills that are here stay as they are.',
  })

/** Successes of one kind of request from which on the team hears of it, as many as a draft takes. */
const FEWEST = 3
const DAY_MS = 86_400_000

/**
 * The kinds of request that succeeded here at least three times, as hashes under the key of the team, and which hash is of which
 * signature.
 */
async function recurringHere({ review }: Pick<SkillLoop, 'review'>, key: string, now: Date) {
  const skills = await review.skills()
  const kinds = skills.filter(
    (one): one is typeof one & { readonly signature: string } =>
      one.signature !== undefined && one.signature !== '' && one.evidenceCount >= FEWEST,
  )
  const week = new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
  return {
    recurrences: kinds.map(({ signature, evidenceCount }) => ({
      hash: keyed(key, signature),
      week,
      count: evidenceCount,
    })),
    signatureOf: new Map(kinds.map(({ signature }) => [keyed(key, signature), signature])),
  }
}

/** Records that are read at once. */
const PAGE = 1_000
/** Sums of a day stay for so long; the server has older ones. */
const SENT_DAYS = 7

/**
 * Counts the settled decisions since the last count: those in which a skill of the team ranked first, by whether it was offered
 * or, by the holdout or by chance, nothing was. The same object where there is none.
 */
async function countOutcomes({ team }: Pick<SkillLoop, 'team'>, member: Membership, now: Date): Promise<Membership> {
  const outcomes = { ...member.outcomes }
  let { settled } = member
  for (;;) {
    const records = await team.liftRecords(settled, PAGE)
    for (const { first, pick, success, projectDir } of records) {
      const version = member.skills[first]?.status === 'offered' ? member.skills[first].version : undefined
      if (version === undefined || (pick !== null && pick !== first)) continue
      const key = `${version} ${dayOf(now)} ${pick === null ? 'withheld' : 'offered'} ${hashOf(projectDir, member)}`
      const [successes, failures] = outcomes[key] ?? [0, 0]
      outcomes[key] = success ? [successes + 1, failures] : [successes, failures + 1]
    }
    settled = records.at(-1)?.settled ?? settled
    if (records.length < PAGE) break
  }
  return settled === member.settled ? member : { ...member, settled, outcomes }
}

/** The sums that are here, as they are sent. */
const sumsOf = ({ outcomes }: Membership): Outcomes =>
  Object.entries(outcomes).map(([key, [successes, failures]]) => {
    const [version = '', day = '', arm, project = ''] = key.split(' ')
    return { version, day, arm: arm === 'withheld' ? 'withheld' : 'offered', project, successes, failures }
  })

/** Notes that the server has the sums: those of the last days stay, and grow where this machine's clock goes back. */
const acknowledged = (member: Membership, now: Date): Membership => ({
  ...{ ...member, acknowledged: member.settled },
  outcomes: Object.fromEntries(Object.entries(member.outcomes).filter(([key]) => isRecent(key, now))),
})

/** Empty for a folder without a remote, and where none was told. */
const hashOf = (projectDir: string | null, { key }: Membership): string =>
  projectDir === null ? '' : (teamProjectOf(projectOf(projectDir), key)?.id ?? '')

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const isRecent = (key: string, now: Date): boolean =>
  (key.split(' ')[1] ?? '') >= dayOf(new Date(now.getTime() - SENT_DAYS * DAY_MS))
