/** One distinct term of a request in one channel. `term` is -1 when no skill has it. */
export interface QueryTerm {
  readonly term: number
  readonly weight: number
  readonly surface: string
  /** Whether it is a stop word. */
  readonly common: boolean
  /** Share of the skills that have it. */
  readonly rate: number
  /** Number of phrases of everyday chatter that contain it; 0 for grams. */
  readonly chatter: number
}
