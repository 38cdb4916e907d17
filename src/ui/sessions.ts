import { randomBytes } from 'node:crypto'
import { isSameText } from '../platform/loopback-guard.ts'

/** What the server tells a person once after a move, with what undoes it. */
export interface Notice {
  readonly text: string
  readonly skill?: string
  /** The ledger entry of the move, by which it is undone. */
  readonly entry?: number
  /** Where the person goes on, if not with the skill. */
  readonly back?: string
}

/** One signed-in browser. */
export interface Session {
  /** Stands in every form, so that no other page can send one. */
  readonly formKey: string
  /** Digests of skill texts that were shown whole; only what was shown is approved. */
  readonly shown: Set<string>
  /** The latest notices by number. */
  readonly notices: Map<number, Notice>
}

export type Sessions = ReturnType<typeof createSessions>

const MAX_NOTICES = 50

/** Sessions of one run of the server; the token opens one of them, once. */
export function createSessions(token: string) {
  const open = new Map<string, Session>()
  let unused: string | undefined = token
  return {
    /** Exchanges the one-time token for the value of a session's cookie; undefined if it is wrong or was used. */
    signIn(given: string): string | undefined {
      if (unused === undefined || !isSameText(given, unused)) return undefined
      unused = undefined
      const cookie = secret()
      open.set(cookie, { formKey: secret(), shown: new Set(), notices: new Map() })
      return cookie
    },
    of: (cookie: string | undefined) => (cookie === undefined ? undefined : open.get(cookie)),
  }
}

/** Keeps a notice to be shown after a redirect; returns its number. */
export function keepNotice({ notices }: Session, notice: Notice): number {
  const number = ([...notices.keys()].at(-1) ?? 0) + 1
  notices.set(number, notice)
  for (const old of notices.keys()) if (notices.size > MAX_NOTICES) notices.delete(old)
  return number
}

const secret = (): string => randomBytes(32).toString('base64url')
