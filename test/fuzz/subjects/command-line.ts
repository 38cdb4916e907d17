import { parseArguments } from '../../../src/cli/arguments.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { help } from '../../../src/cli/help.ts'
import { manualOf } from '../../../src/cli/manual/manuals.ts'
import { OPTIONS } from '../../../src/config/options.ts'
import { type Below, changed } from '../mutation.ts'
import { nothing, refusingOnly } from './fixtures.ts'

/** Command lines: refused as wrong usage, or read. */
export async function fuzzCommandLine() {
  const flags = OPTIONS.map(({ key }) => `--${key.replaceAll('.', '-')}=1 --json`)
  const lines = [...COMMANDS.map((command) => `${manualOf(command).example} ${command.name} --help`), ...flags].map(
    (l) => Buffer.from(l),
  )
  return {
    once(below: Below): void {
      const argv = changed(lines, below).toString('utf8').split(' ')
      const called = refusingOnly(['bad_usage', 'bad_option'], () => parseArguments(argv))
      if (called !== undefined) help(called.command, 40 + below(60))
    },
    [Symbol.asyncDispose]: nothing,
  }
}
