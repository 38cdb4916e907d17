/** How far a transcript was read. */
export interface SourceRow {
  readonly engine: string
  readonly resume: string
}

/** How far the transcript at a path was read, and when: milliseconds since 1970. */
export interface ReadSource extends SourceRow {
  readonly path: string
  readonly at: number
}
