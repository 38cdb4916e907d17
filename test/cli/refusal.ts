import { expect } from 'vitest'
import type { Finished } from './command-line.ts'

/** A fault of one line that names the thing and the reason, and one with the next step; nothing on stdout. */
export function expectRefusal({ code, stdout, stderr }: Finished, exit: number, about: RegExp): void {
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
  expect(stderr).toMatch(/^Error: [^\n]+\nTry: [^\n]+\n$/)
  expect(stderr).toMatch(about)
}
