/** Where a line of a file begins: its number from 1, its byte offset from 0. */
export interface Position {
  readonly line: number
  readonly offset: number
}
