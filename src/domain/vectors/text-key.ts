import { createHash } from 'node:crypto'

/** The key under which a text's vector is stored: 132 bits of SHA-256, base64url. */
export const textKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
