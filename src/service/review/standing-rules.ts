import { fingerprint } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { remembered } from '../../domain/remembered.ts'
import { isDrafted, isWithdrawn } from '../../domain/skill.ts'
import { itemByIdPrefix } from '../../domain/skill-reference.ts'
import type { Heard, hear, Wish } from '../../domain/wishes/wishes.ts'
import type { StandingRule } from '../../store/ports/review-store.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import type { SkillEdit } from './skill-editor.ts'

/** What the person asks for in general. */
export interface StandingRules {
  /** The rules that stand, after the latest requests were heard. */
  rules(): Promise<readonly StandingRule[]>
  /** The texts of the rules that stand and that one of these requests voices. */
  voicedIn(requests: readonly string[]): Promise<readonly string[]>
  /** A person takes or drops the rule with this id, or the only one whose id begins so. Throws `not_found`. */
  decideRule(reference: string, as: 'taken' | 'dropped'): Promise<StandingRule>
}

/** Latest requests in which wishes are heard; about 0.3 s. */
const HEARD = 2_000

export function createStandingRules({ store, clock }: Core<'store' | 'clock'>): StandingRules {
  const knownRules = async () => (await store.rules()).filter(stands)
  /** What was heard last: an import asks for each draft, and its requests are all stored before the first. */
  let latest: (ReturnType<typeof hear> & { readonly requests: readonly Heard[] }) | undefined
  /** The last answer and what it was made of: the store gives the same lists until something is written. */
  let answered: { readonly of: readonly unknown[]; readonly rules: readonly StandingRule[] } | undefined

  async function heard(requests: readonly Heard[]): Promise<readonly StandingRule[]> {
    const { hear, isSafe, areAlike } = await domain()
    const known = await store.rules()
    if (answered?.of[0] === requests && answered.of[1] === known) return answered.rules
    const at = clock.now().getTime()
    if (latest === undefined || !areSame(latest.requests, requests)) {
      const { wishes, takenBack } = hear(requests)
      latest = { requests, takenBack, wishes: wishes.filter(({ text }) => isSafe(text)) }
    }
    const { wishes, takenBack } = latest
    const texts = new Set(wishes.map(({ text }) => text))
    const claimed = new Set<StandingRule>()
    const found = wishes.map((wish) => {
      const sources = [...new Set(wish.sources.map(({ request }) => request.turnId))]
      const before = known.find(
        (rule) =>
          shares(rule, sources) &&
          areAlike(rule.text, wish.text) &&
          // One request may voice two wishes that are alike: each keeps its own rule.
          (rule.state !== 'heard' || rule.text === wish.text || !(texts.has(rule.text) || claimed.has(rule))),
      )
      if (before !== undefined) claimed.add(before)
      return before === undefined ? ruleOf(wish, sources, at) : again(before, ruleOf(wish, sources, at))
    })
    const ids = new Set(found.map(({ id }) => id))
    const read = new Set(requests.map(({ turnId }) => turnId))
    // What rests on requests that are no longer read stands as it was, but for what was taken back.
    const ended = known.filter(
      ({ id, state, sources }) =>
        !ids.has(id) &&
        ((state === 'heard' && sources.every((turn) => read.has(turn))) ||
          (state === 'taken' && sources.every((turn) => takenBack.has(turn)))),
    )
    const changed = [
      ...found.filter((rule) => !known.includes(rule)),
      ...ended.map((rule) => ({ ...rule, state: 'ended' as const, at })),
    ]
    if (changed.length > 0) await store.saveRules(changed)
    const rules = await knownRules()
    answered = { of: [requests, known], rules }
    return rules
  }

  return {
    rules: async () => await heard(await store.latestRequests(HEARD)),
    async voicedIn(texts) {
      const { voices } = await domain()
      if (!texts.some(voices)) return []
      const requests = await store.latestRequests(HEARD)
      const voicing = new Set(requests.filter(({ text }) => texts.includes(text)).map(({ turnId }) => turnId))
      const rules = voicing.size === 0 ? [] : await heard(requests)
      return rules.filter(({ sources }) => sources.some((turn) => voicing.has(turn))).map(({ text }) => text)
    },
    async decideRule(reference, as) {
      // A dropped one too: a person may take that back.
      const open = (await store.rules()).filter(({ state }) => state !== 'ended')
      const rule = itemByIdPrefix(open, ({ id }) => id, reference)
      if (typeof rule === 'string')
        throw new WaylandError(
          'not_found',
          `${rule === 'none' ? 'no rule has' : 'several rules have'} the id ${reference}`,
          { hint: 'List them with "wayland-core notes".' },
        )
      const decided = { ...rule, state: as, at: clock.now().getTime() }
      await store.saveRules([decided])
      return decided
    },
  }
}

const areSame = (some: readonly Heard[], others: readonly Heard[]): boolean =>
  some.length === others.length &&
  some.every(({ turnId, text }, i) => turnId === others[i]!.turnId && text === others[i]!.text)

const stands = ({ state }: StandingRule): boolean => state === 'heard' || state === 'taken'

/** Whether half of the turns of the one with fewer are of both. */
const shares = (rule: StandingRule, sources: readonly string[]): boolean =>
  rule.sources.filter((turn) => sources.includes(turn)).length * 2 >= Math.min(rule.sources.length, sources.length)

function ruleOf({ text, sources, sessions }: Wish, turns: readonly string[], at: number): StandingRule {
  const projects = new Set(sources.map(({ request }) => request.project))
  const [project] = projects
  const id = fingerprint(`${turns[0]} ${text}`).slice(0, 8)
  const scope = projects.size === 1 && project !== undefined ? { project } : {}
  return { id, ...scope, text, sources: turns, sessions, state: 'heard', at }
}

/** A known rule that was heard again: with what is new; the same object where nothing is. */
function again(before: StandingRule, now: StandingRule): StandingRule {
  if (before.state === 'ended') return { ...now, id: before.id }
  const sources = [...new Set([...before.sources, ...now.sources])]
  // A person took these words.
  const text = before.state === 'heard' ? now.text : before.text
  if (sources.length === before.sources.length && text === before.text) return before
  return {
    ...now,
    id: before.id,
    state: before.state,
    text,
    sources,
    sessions: Math.max(before.sessions, now.sessions),
  }
}

/** Loaded when wishes are asked for: stemmers and safety rules are much of the start of a short process. */
const domain = builtOnce(async () => {
  const { scanText } = await import('../../domain/safety.ts')
  const { hear, voices } = await import('../../domain/wishes/wishes.ts')
  const clauses = await import('../../domain/wishes/clauses.ts')
  const termsOf = remembered(clauses.termsOf)
  const isSafe = remembered((text: string) =>
    scanText(text, { file: 'rule' }).every(({ severity }) => severity === 'note'),
  )
  /** Half of the terms of the shorter one are of both: one request may voice several wishes. */
  const areAlike = (one: string, other: string) => {
    const [a, b] = [termsOf(one), termsOf(other)]
    return a.filter((term) => b.includes(term)).length * 2 >= Math.min(a.length, b.length)
  }
  return { hear, voices, isSafe, areAlike }
})

/**
 * Takes a rule that a person dropped out of the drafts that wait for a review, as the person's edit. Returns the names of
 * the other drafted skills that say it: the person reviewed them with it, or their files were changed.
 */
export function ruleDropper(
  { folder, catalogue }: Core<'folder' | 'catalogue'>,
  edit: (name: string, edit: SkillEdit) => Promise<unknown>,
): (rule: StandingRule) => Promise<readonly string[]> {
  return async ({ text }) => {
    const { withoutRule } = await import('../../domain/draft/body.ts')
    await catalogue.sync()
    const still: string[] = []
    for (const row of await catalogue.all()) {
      const { name, body } = row
      if (!isDrafted(row.origin) || isWithdrawn(row) || withoutRule(body, text) === body) continue
      const there = row.status === 'staged' && !row.altered ? await folder.read(name) : undefined
      const whole = Buffer.from(there?.files.get('SKILL.md') ?? '').toString()
      if (there === undefined) still.push(name)
      else await edit(name, { text: withoutRule(whole, text), digest: there.digest })
    }
    return still
  }
}
