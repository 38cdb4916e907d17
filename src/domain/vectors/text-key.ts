import { createHash } from 'node:crypto'

/** 132 bits of SHA-256: what a text's vector is kept under. */
export const textKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
