import { beyond, type Capability } from '../../domain/capabilities/capability.ts'
import { inWords } from '../../domain/capabilities/gravest.ts'
import type { Draft, DraftText } from '../../domain/draft/compose.ts'
import { redactWith, type SecretScanner } from '../../domain/redact.ts'
import { isDrafted } from '../../domain/skill.ts'
import { withoutRecord } from '../../domain/skill-deed.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { TurnLookups } from '../../store/ports/turn-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord, VerdictFinding } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'

/** The result of the last check of a draft before it is written. */
export interface VettedDraft<D extends DraftText = Draft> {
  /** The draft after the final redaction. */
  readonly draft: D
  /** Why it is quarantined; absent if no rule blocks it. */
  readonly quarantine?: string
  /** Why it waits for a person's look before it is offered; absent if it need not. */
  readonly look?: string
  /** Why it is not written at all: its name holds a secret. */
  readonly refusal?: string
}

/** Redacts a draft once more, and scans it and the turns that it was drafted from. */
export async function vetDraft<D extends DraftText>(
  draft: D,
  turns: readonly TurnTrajectory[],
  { secrets, clearance }: Core<'clearance'> & { readonly secrets: SecretScanner },
): Promise<VettedDraft<D>> {
  if (await namesSecret(draft, secrets))
    return { draft, refusal: 'the words that name it hold what looks like a secret' }
  const clean = await redacted(draft, secrets)
  if (namesRemoved(draft, clean)) return { draft, refusal: 'the words that name it are of a secret in its text' }
  const { held, findings } = await clearance.verdictOf(clean.files, turns)
  if (held !== undefined) return { draft: clean, quarantine: held }
  const look = await lookFor(clean.files, turns, findings)
  return look === undefined ? { draft: clean } : { draft: clean, look }
}

async function namesSecret({ name, signature }: DraftText, secrets: SecretScanner): Promise<boolean> {
  const [clean, words] = await Promise.all([redactWith(secrets, name), redactWith(secrets, signature)])
  return clean.text !== name || words.text !== signature
}

/** Whether a word of the signature stood in the text only within what was removed. */
function namesRemoved(draft: DraftText, clean: DraftText): boolean {
  if (clean === draft) return false
  const said = ({ triggers, body }: DraftText) =>
    [...triggers, body].join('\n').replaceAll(draft.name, '').replaceAll(draft.signature, '').toLowerCase()
  const [before, after] = [said(draft), said(clean)]
  return draft.signature.split('-').some((word) => word.length > 3 && before.includes(word) && !after.includes(word))
}

/** Also applies the larger rule set for secrets, which is too slow for every turn. */
async function redacted<D extends DraftText>(draft: D, secrets: SecretScanner): Promise<D> {
  // "Signature: …" is also how keys are written: the rules would take the draft's own name and signature for one.
  const hidden = [...new Set([draft.name, draft.signature])].map((text, i) => [text, `\ue000${i}\ue001`] as const)
  const clean = async (text: string) => {
    const without = hidden.reduce((rest, [own, stand]) => rest.replaceAll(own, stand), text)
    const { text: redactedText } = await redactWith(secrets, without)
    return hidden.reduceRight((rest, [own, stand]) => rest.replaceAll(stand, own), redactedText)
  }
  const files = new Map<string, string>()
  for (const [path, text] of draft.files) files.set(path, await clean(text))
  if ([...files].every(([path, text]) => text === draft.files.get(path))) return draft
  return {
    ...draft,
    files,
    skillMd: files.get('SKILL.md') ?? draft.skillMd,
    description: await clean(draft.description),
    triggers: await Promise.all(draft.triggers.map(clean)),
    body: await clean(draft.body),
  }
}

/** Why bytes that were found in a folder wait for a person's look. */
export interface LooksAt {
  /** For what a draft that nobody looked at can do beyond its runs, and what is found in it, by the rules of today. */
  again(row: SkillRecord, files: SkillFiles, findings: readonly VerdictFinding[]): Promise<string | undefined>
  /** For what a person does not see in them; undefined where they need not wait. */
  unseen(files: SkillFiles): Promise<string | undefined>
  /** For what they can do that the head cannot: in a draft anything, in a person's own skill what they do not see. */
  growth(row: SkillRecord, files: SkillFiles): Promise<string | undefined>
}

export function looksAt(store: Pick<VersionStore, 'versions' | 'files'> & Pick<TurnLookups, 'turns'>): LooksAt {
  return {
    async again({ id, headVersion, origin, status, needsReview, altered }, files, findings) {
      if (status !== 'staged' || !needsReview || altered || !isDrafted(origin)) return undefined
      const head = (await store.versions(id)).find(({ version }) => version === headVersion)
      return await lookFor(textsOf(files), await store.turns(head?.evidence ?? []), findings)
    },
    unseen: async (files) => inSentence((await waiting()).unseenIn(files)),
    async growth({ id, headVersion, origin }, files) {
      const { unseenIn, abilitiesOf } = await waiting()
      const can = isDrafted(origin) ? abilitiesOf : unseenIn
      const head = (await store.versions(id)).find(({ version }) => version === headVersion)
      return inSentence(beyond(can(files), head === undefined ? [] : can(await store.files(head.id))))
    },
  }
}

/** Why a draft waits: a rule warns of it, or it can do more than its runs did inside their project. */
export async function lookFor(
  files: DraftText['files'],
  turns: readonly TurnTrajectory[],
  findings: readonly VerdictFinding[],
): Promise<string | undefined> {
  const more = (await waiting()).beyondItsRuns(withoutRecord(files), turns)
  const reasons = [...(more.length === 0 ? [] : [`it ${inWords(more)}`]), ...findings.map(({ why }) => why)]
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ')
}

const textsOf = (files: SkillFiles): DraftText['files'] =>
  new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))

const inSentence = (can: readonly Capability[]): string | undefined =>
  can.length === 0 ? undefined : `it ${inWords(can)}`

/** Loaded on first use: the shell parser is most of the start of a short process. */
const waiting = builtOnce(async () => await import('../../domain/capabilities/waiting.ts'))
