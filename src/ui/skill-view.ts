import { isUtf8 } from 'node:buffer'
import type { ProposedChange, SkillLoop } from '../app/skill-loop.ts'
import { isPlainManifest } from '../domain/draft/manifest.ts'
import { isDrafted, isWithdrawn, type SkillOrigin } from '../domain/skill.ts'
import { EVIDENCE_FILE } from '../domain/skill-deed.ts'

/** All that the page of one skill shows. */
export type SkillView = Awaited<ReturnType<typeof skillView>>

/** Reads one skill with its text, evidence, findings, history and what waits beside it. Throws `no_such_skill`. */
export async function skillView(loop: SkillLoop, reference: string) {
  const skill = await loop.review.skill(reference)
  const isProposed = (await loop.review.versions(skill.id)).some(({ state }) => state === 'proposed')
  // Before the versions and the history: where the text changed meanwhile, the proposal is merged anew as a new version.
  const proposal = isProposed ? await proposalOf(loop, skill.id) : undefined
  const versions = await loop.review.versions(skill.id)
  const head = versions.find((version) => version.head)
  return {
    skill,
    versions,
    /** Digest of the files that are shown; what a person decides on is decided for these. */
    digest: head?.digest ?? '',
    files: textsOf(await loop.review.filesOf(skill.id)),
    findings: await loop.review.findings(skill.id),
    abilities: await loop.review.abilities(skill.id),
    evidence: await loop.review.evidence(skill.id),
    history: await loop.review.history(skill.id),
    proposal,
    /** The files that the waiting version would have. */
    proposedFiles: proposal === undefined ? [] : textsOf(await loop.review.filesOf(skill.id, proposal.to)),
    proposedAbilities: proposal === undefined ? undefined : await loop.review.abilities(skill.id, proposal.to),
    proposedFindings: isProposed ? await loop.review.findings(skill.id, 'proposed') : [],
    proposals: await loop.review.proposals(skill.id),
    rules: await loop.review.rulesOf(skill.id),
    copies: (await loop.upkeep.exports()).filter(({ skillName }) => skillName === skill.name),
    /** What the router expects of it where it fits; absent where it may not be offered. */
    expected: await loop.offers.expected(skill.name),
    remains: isWithdrawn(skill) ? await loop.review.remains(skill.id) : undefined,
  }
}

/** Whether a page shows all of these files as text: what is no text cannot be judged on it. */
export const areTexts = (files: readonly ShownFile[]): boolean => files.every(({ text }) => text !== undefined)

/** One file of a skill; without text where it is none or too long for a page. */
export interface ShownFile {
  readonly path: string
  readonly bytes: number
  readonly text?: string
}

/** Most of all files that one page shows, in bytes; more is to be read in the folder. */
const MAX_SHOWN = 1024 * 1024

/** Files as a page shows them, in the order in which they are read. */
export function textsOf(files: ReadonlyMap<string, Uint8Array>): readonly ShownFile[] {
  let left = MAX_SHOWN
  return inReadingOrder([...files], ([path]) => path).map(([path, bytes]) => {
    left -= bytes.byteLength
    const text = left < 0 || bytes.includes(0) || !isUtf8(bytes) ? undefined : Buffer.from(bytes).toString('utf8')
    return { path, bytes: bytes.byteLength, ...(text === undefined ? {} : { text }) }
  })
}

/** SKILL.md first, and manifest.json, which nobody has to read, last. */
export function inReadingOrder<T>(files: readonly T[], pathOf: (file: T) => string): readonly T[] {
  const rank = (path: string) => (path === 'SKILL.md' ? 0 : path === MANIFEST ? 2 : 1)
  return files.toSorted((one, other) => {
    const [a, b] = [pathOf(one), pathOf(other)]
    return rank(a) - rank(b) || (a < b ? -1 : 1)
  })
}

/** What is said of a file that the drafter wrote beside the text of a skill; undefined of any other. */
export function recordNote(path: string, text: string | undefined, origin?: SkillOrigin): string | undefined {
  if (path === EVIDENCE_FILE && origin !== undefined && isDrafted(origin)) return 'what it rests on'
  const isRecord = path === MANIFEST && text !== undefined && isPlainManifest(text)
  return isRecord ? 'written by wayland-core for its own use' : undefined
}

const MANIFEST = 'manifest.json'

/** The version that waits, merged into what is there now; undefined if it was decided on this moment. */
async function proposalOf(loop: SkillLoop, id: string): Promise<ProposedChange | undefined> {
  return await loop.review.proposal(id).catch(() => undefined)
}
