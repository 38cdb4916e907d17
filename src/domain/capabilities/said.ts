import { matchesOf } from '../matches.ts'
import type { Capability } from './capability.ts'

/** A piece of a text, at its position. */
export interface Piece {
  readonly text: string
  readonly at: number
}

/** A capability at a position of a text. */
export interface Said extends Pick<Capability, 'kind' | 'what'> {
  readonly at: number
}

/** Collects what a look finds; `at` counts from where the piece begins. */
export type Add = (kind: Said['kind'], what: string, at: number) => void

/** A deed that a text has: its kind, how it is said, and what in the text shows it. */
export type Deed = readonly [kind: Said['kind'], what: string, shown: RegExp]

/** Says which of these deeds a text has, each at its first place, or at all of them by a global pattern. */
export function deedsIn(text: string, deeds: readonly Deed[], add: Add): void {
  for (const [kind, what, shown] of deeds)
    if (shown.global) for (const { index } of matchesOf(shown, text)) add(kind, what, index)
    else if (shown.test(text)) add(kind, what, text.search(shown))
}

/** Longest object that is named whole. */
const MAX_WHAT = 120

/** An object as a person reads it: one line, no character that a terminal obeys, not too long. */
export function shortened(what: string): string {
  const line = what.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length > MAX_WHAT ? `${line.slice(0, MAX_WHAT - 1)}…` : line
}
