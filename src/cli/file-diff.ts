import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { FileChange } from '../engines/installer.ts'

/** A change of one file as a unified diff; differences of line ends are ignored. */
export const diffOf = ({ path, before, after }: FileChange): string =>
  createTwoFilesPatch(
    before === undefined ? '/dev/null' : path,
    after === undefined ? '/dev/null' : path,
    lines(before),
    lines(after),
    undefined,
    undefined,
    { context: 2, headerOptions: FILE_HEADERS_ONLY },
  ).trimEnd()

const lines = (text = ''): string => text.replaceAll('\r\n', '\n')
