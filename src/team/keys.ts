import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import type { LedgerEntry } from './wire.ts'

/** The key pair of a new org, each half as DER in base64. */
export function newSigningKeys(): { readonly publicKey: string; readonly signingKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    signingKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

export function signed(text: string, signingKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), type: 'pkcs8', format: 'der' })
  return sign(null, Buffer.from(text), key).toString('base64')
}

/** Whether a signature of a text is that of a public key; false also for what is no signature or key. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The hash of a word under the org's key, which nodes have and the server has not. */
export const keyed = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** What a node shows with each request. */
export const tokenOf = (org: string, secret: string): string => `wct1.${org}.${secret}`

/** The org and the secret in a token; undefined for what is none. */
export function readToken(token: string): { readonly org: string; readonly secret: string } | undefined {
  const [, org = '', secret = ''] = /^wct1\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  return org === '' ? undefined : { org, secret }
}

/** What an invitation holds: with the key's digest a node knows the org's key before it asks the server. */
export interface Invitation {
  readonly org: string
  readonly secret: string
  /** SHA-256 of the org's public key. */
  readonly pin: string
  /** The org's key for `keyed`, which goes from node to node. */
  readonly key: string
}

export const invitationText = ({ org, secret, pin, key }: Invitation): string => `wci1.${org}.${secret}.${pin}.${key}`

/** Undefined for what is no invitation. */
export function readInvitation(text: string): Invitation | undefined {
  const [, org = '', secret = '', pin = '', key = ''] =
    /^wci1\.([0-9a-f-]{36})\.([\w-]{43})\.([0-9a-f]{64})\.([\w-]{43})$/.exec(text.trim()) ?? []
  return org === '' ? undefined : { org, secret, pin, key }
}

/** The digest of an entry of the ledger, over the one before and all that it says. */
export const entryDigest = (
  org: string,
  { entry, at, actor, action, subject, detail, previous }: Omit<LedgerEntry, 'digest'>,
) => sha256(JSON.stringify([previous, org, entry, at, actor, action, subject, detail]))

/** Says what is wrong with entries that follow `previous`; undefined where each follows from the one before. */
export function ledgerFault(
  org: string,
  entries: readonly LedgerEntry[],
  from: { readonly entry: number; readonly digest: string },
): string | undefined {
  let before = from
  for (const one of entries) {
    if (one.entry !== before.entry + 1) return `entry ${before.entry + 1} is missing`
    if (one.previous !== before.digest) return `entry ${one.entry} does not follow the one before`
    if (one.digest !== entryDigest(org, one)) return `entry ${one.entry} was changed`
    before = one
  }
  return undefined
}
