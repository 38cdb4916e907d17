import { readFileSync } from 'node:fs'

/** A text that holds secrets, and the parts of it that must not survive. */
export interface Planted {
  readonly kind: string
  readonly text: string
  readonly find: readonly string[]
}

export interface Template {
  readonly kind: string
  readonly text: string
}

const FOLDER = new URL('../../fixtures/redaction/', import.meta.url)
export const fixture = <T>(name: string): readonly T[] => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))

/** The alphabets of `{a20}`: twenty letters and digits. */
const ALPHABETS: Readonly<Record<string, string>> = {
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  s: 'abcdefghijklmnopqrstuvwxyz',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  B: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  h: '0123456789abcdef',
  d: '0123456789',
}

/** Fills the templates of a fixture: `[[…]]` must not survive, `[[b64:…]]` and `[[hex:…]]` are encoded, `{a20}` is random by a seed. */
export function filled(templates: readonly Template[], seed = 38): readonly Planted[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const random = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
  return templates.map(({ kind, text: template }) => {
    const find: string[] = []
    const text = template
      .replace(/\{([abwsluBhd])(\d+)\}/g, (_, of: string, length: string) => random(ALPHABETS[of]!, Number(length)))
      .replace(/\[\[(b64:|hex:)?([\s\S]*?)\]\]/g, (_, encoded: string | undefined, secret: string) => {
        const shown =
          encoded === undefined ? secret : Buffer.from(secret).toString(encoded === 'hex:' ? 'hex' : 'base64')
        find.push(shown)
        return shown
      })
    return { kind, text, find }
  })
}

/** The kinds that were given, with the values that they came with, and those of our own with values by a seed. */
export const plantedKinds = (seed?: number): readonly Planted[] => [
  ...fixture<Planted>('given-secrets.json'),
  ...filled([...fixture<Template>('own-secrets.json'), ...fixture<Template>('later-secrets.json')], seed),
]
