/** One distinct term of a request in one channel. `term` is -1 when no skill has it. */
export interface QueryTerm {
  readonly term: number
  readonly weight: number
  readonly surface: string
  /** A word that is everywhere in the language. */
  readonly common: boolean
  /** Share of the skills that have it. */
  readonly rate: number
  /** Phrases of everyday chatter that say it; always 0 for grams. */
  readonly chatter: number
}
