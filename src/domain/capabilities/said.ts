import type { Capability } from './capability.ts'

/** A capability at a position of a text. */
export interface Said extends Pick<Capability, 'kind' | 'what'> {
  readonly at: number
}

/** Collects what a look finds; `at` counts from where the piece begins. */
export type Add = (kind: Said['kind'], what: string, at: number) => void

/** Longest object that is named whole. */
const MAX_WHAT = 120

/** An object as a person reads it: one line, no character that a terminal obeys, not too long. */
export function shortened(what: string): string {
  const line = what.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length > MAX_WHAT ? `${line.slice(0, MAX_WHAT - 1)}…` : line
}
