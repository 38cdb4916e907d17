import { filled, fixture, type Template } from './redaction/planted-kinds.ts'

export interface Planted {
  readonly kind: string
  /** What must not survive. */
  readonly secret: string
  /** The secret as a person or a tool would write it. */
  readonly shown: string
}

/** Secrets as providers write them, two of each kind; a seed gives the same ones every time. */
export function plantedSecrets(seed = 7): readonly Planted[] {
  const kinds = fixture<Template>('provider-secrets.json')
  return filled([...kinds, ...kinds], seed).map(({ kind, text, find }) => ({ kind, secret: find[0]!, shown: text }))
}
