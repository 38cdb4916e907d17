import type { Action } from './actions.ts'

/** The weight of an action by its kind: `USUAL` for look-ups, checks, formatting and housekeeping, else 1. */
export function weightByKind({ kind, head, exact, check }: Action): number {
  if (kind === 'READ' || kind === 'LIST' || kind === 'SEARCH') return USUAL
  if (check || HOUSEKEEPING.test(head) || (kind === 'RUN' && FORMATS.test(exact))) return USUAL
  return LOOKS.test(head) ? USUAL : 1
}

/** Whether the head of a command is housekeeping; `looksOnly`: whether that of a call only reads. */
export const isHousekeeping = (head: string): boolean => HOUSEKEEPING.test(head)
export const looksOnly = (head: string): boolean => LOOKS.test(head)

/** Weight of steps that any task has: look-ups, tests, a linter, a build, formatting, installing, git housekeeping. */
const USUAL = 0.25
const HOUSEKEEPING =
  /^RUN (?:git (?:status|diff|log|show|add|commit|fetch|pull|checkout|switch|stash|branch)|ls|cat|pwd|cd|echo|which|head|tail|wc|find|grep|rg|sed|mkdir|touch|cp|mv|rm|(?:npm|pnpm|yarn|bun|pip|uv|cargo|go|bundle|poetry) (?:i|ci|install|add|sync|mod|fmt|get))(?= |$)|\b(?:fmt|format|prettier|gofmt|black|rustfmt)\b/
const LOOKS = /^CALL (?:\S*__)?(?:get|list|search|find|read|think|calculate|fetch|view|show)(?=_|[A-Z]|$)/
const FORMATS = /\b(?:fmt|format|prettier)\b/
