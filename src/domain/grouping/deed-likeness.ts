import { hash32 } from '../retrieval/terms.ts'
import type { Deeds } from './request.ts'

/** How few of the person's requests have a deed, in bits; `asked`: how few name it as well. */
export type Rarity = (deed: string, asked: boolean) => number

/**
 * What the deeds of two requests add to the similarity of their words: up to `ASKED` for what both asked for and did,
 * and up to `OTHER` for what their runs share besides. Rare deeds weigh most; what most runs do weighs nothing. A shared deed
 * that `isMeant` by a word of both is asked for, though not named: "spawn a worker" and `workmux add`.
 */
export function deedLikeness(
  a: Deeds | undefined,
  b: Deeds | undefined,
  rarity: Rarity,
  isMeant: (deed: string) => boolean = () => false,
): number {
  if (a === undefined || b === undefined) return 0
  const [own, others] = [allOf(a), allOf(b)]
  const theirs = new Set(others)
  const both = own.filter(theirs.has, theirs)
  if (both.length === 0) return 0
  const meant = both.filter(isMeant)
  const askedBy = ({ asked }: Deeds) => (meant.length === 0 ? asked : [...new Set([...asked, ...meant])])
  const asked = likeness(askedBy(a), askedBy(b), (deed) => rarity(deed, !meant.includes(deed)))
  return ASKED * asked + OTHER * likeness(own, others, (deed) => rarity(deed, false))
}

/** The deeds that all of these have, rarest first, without habits. */
export function sharedDeeds(all: readonly (Deeds | undefined)[], rarity: Rarity): readonly string[] {
  const [first = [], ...rest] = all.map((deeds) => (deeds === undefined ? [] : allOf(deeds)))
  return first
    .filter((deed) => rest.every((deeds) => deeds.includes(deed)) && rarity(deed, false) >= FULL / 2)
    .sort((one, other) => rarity(other, false) - rarity(one, false))
}

/** Under which an asked deed is indexed among the terms of requests. */
export const deedHash = (deed: string): number => hash32(deed, SEED)

export const allOf = ({ asked, other }: Deeds): readonly string[] => [...asked, ...other]

/**
 * Measured on four developers' histories: .3 to .5 and .1 to .25 find 12 or 13 of 24 tasks at a like precision, without
 * the second 11, without both 7. Alone, neither reaches the threshold of founding.
 */
const ASKED = 0.4
const OTHER = 0.15
/** Bits from which a shared deed counts in full, as for the steps of drafts; 3 to 5 give equal results. */
const FULL = 4
const SEED = 0x9e3779b9

/** The cosine of the deeds weighted by rarity, less where the rarest shared one is common. */
function likeness(a: readonly string[], b: readonly string[], rarity: (deed: string) => number): number {
  if (a.length === 0 || b.length === 0) return 0
  const others = new Set(b)
  let [both, own, rarest] = [0, 0, 0]
  for (const deed of a) {
    const bits = rarity(deed)
    own += bits ** 2
    if (!others.has(deed)) continue
    both += bits ** 2
    rarest = Math.max(rarest, bits)
  }
  if (both === 0) return 0
  const other = b.reduce((sum, deed) => sum + rarity(deed) ** 2, 0)
  return (both / Math.sqrt(own * other)) * Math.min(1, rarest / FULL)
}
