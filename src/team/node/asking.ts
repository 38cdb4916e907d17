import { randomUUID } from 'node:crypto'
import type { ShareableSkill } from '../../service/team/team-skills.ts'
import {
  doneMessage,
  filesMessage,
  type LedgerEntry,
  ledgerMessage,
  type ShareMessage,
  statusMessage,
  useMessage,
  type VersionMessage,
  versionMessage,
  versionsMessage,
  worthMessage,
} from '../wire.ts'
import { teamClient } from './client.ts'
import type { Membership } from './membership.ts'

// What a person asks the server of their team, one request each.

const clientOf = ({ url, token }: Membership) => teamClient(url, token)

/** Proposes a version; sent again with the same id after an answer was lost, it is one. */
export async function sendVersion(
  member: Membership,
  { name, files, evidence }: Pick<ShareableSkill, 'name' | 'files' | 'evidence'>,
  { note, own, projects }: Pick<ShareMessage, 'note' | 'own' | 'projects'>,
): Promise<VersionMessage> {
  const inBase64 = Object.fromEntries([...files].map(([path, text]) => [path, Buffer.from(text).toString('base64')]))
  const message = { id: randomUUID(), name, files: inBase64, evidence, note, own, projects }
  return await clientOf(member).post('v1/versions', message, versionMessage)
}

export const proposals = async (member: Membership): Promise<readonly VersionMessage[]> =>
  (await clientOf(member).get('v1/versions?status=proposed', versionsMessage)).versions

export const publishedVersions = async (member: Membership): Promise<readonly VersionMessage[]> =>
  (await clientOf(member).get('v1/versions?status=published', versionsMessage)).versions

/** A version by its id or the beginning of that of a proposal, or the published one of a skill, with its files. */
export async function oneVersion(member: Membership, reference: string) {
  const isPart = /^[0-9a-f-]{4,35}$/.test(reference)
  const found = isPart ? (await proposals(member)).filter(({ id }) => id.startsWith(reference)) : []
  return await clientOf(member).get(
    `v1/versions/${encodeURIComponent(found.length === 1 ? found[0]!.id : reference)}`,
    filesMessage,
  )
}

export const decide = async (
  member: Membership,
  id: string,
  decision: { readonly verdict: 'approve' | 'reject'; readonly reason: string },
): Promise<VersionMessage> => await clientOf(member).post(`v1/versions/${id}/review`, decision, versionMessage)

export const takeBack = async (member: Membership, skill: string, reason: string) =>
  await clientOf(member).post(`v1/skills/${encodeURIComponent(skill)}/withdraw`, { reason }, doneMessage)

/** Ends what a person has, or of them, or of oneself, one machine or program alone. */
export async function endAccess(
  member: Membership,
  { only, ...of }: { readonly person?: string; readonly only?: string },
) {
  const path = only === undefined ? 'v1/leave' : `v1/leave/${encodeURIComponent(only)}`
  return await clientOf(member).post(`${path}?${new URLSearchParams(of)}`, {}, doneMessage)
}

export const statusOf = async (member: Membership) => await clientOf(member).get('v1/status', statusMessage)

export const worthOf = async (member: Membership) => await clientOf(member).get('v1/worth', worthMessage)

export const useOf = async (member: Membership) => await clientOf(member).get('v1/use', useMessage)

/** The whole ledger, the oldest entries first. */
export async function wholeLedger(member: Membership): Promise<readonly LedgerEntry[]> {
  const all: LedgerEntry[] = []
  for (;;) {
    const { entries } = await clientOf(member).get(`v1/ledger?after=${all.at(-1)?.entry ?? 0}`, ledgerMessage)
    if (entries.length === 0) return all
    all.push(...entries)
  }
}
