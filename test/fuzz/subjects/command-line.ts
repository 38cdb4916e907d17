import { parseArguments } from '../../../src/cli/arguments.ts'
import { allCommands } from '../../../src/cli/commands.ts'
import { help } from '../../../src/cli/help.ts'
import { OPTIONS } from '../../../src/config/options.ts'
import { type Below, changed } from '../mutation.ts'
import { nothing, refusingOnly } from './fixtures.ts'

/** Command lines: refused as wrong usage, or read. */
export async function fuzzCommandLine() {
  const flags = OPTIONS.map(({ key }) => `--${key.replaceAll('.', '-')}=1 --json`)
  const lines = [...(await allCommands()).map(({ example, name }) => `${example} ${name} --help`), ...flags].map((l) =>
    Buffer.from(l),
  )
  return {
    async once(below: Below): Promise<void> {
      const argv = changed(lines, below).toString('utf8').split(' ')
      const refused = (error: unknown): undefined =>
        refusingOnly(['bad_usage', 'bad_option'], () => {
          throw error
        })
      const called = await parseArguments(argv).catch(refused)
      if (called?.help !== undefined) await help(called.help, 40 + below(60))
    },
    [Symbol.asyncDispose]: nothing,
  }
}
