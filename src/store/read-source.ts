/** How far a transcript was read. */
export interface SourceRow {
  readonly engine: string
  readonly resume: string
}

/** The read position of a transcript, and when it was read, in Unix ms. */
export interface ReadSource extends SourceRow {
  readonly path: string
  readonly at: number
}
