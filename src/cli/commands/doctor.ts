import { readConfig } from '../../config/config.ts'
import { checkEngines } from '../../engines/checkup.ts'
import { openJournal } from '../../engines/journal.ts'
import { program } from '../../platform/process.ts'
import { checkOwn } from '../checkup.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { checkDaemon } from '../daemon-checkup.ts'
import { checkPath } from '../self-test.ts'
import { thisProgram } from './install.ts'

/** Checks everything between an agent and its skills; reports each fault with the command that mends it. */
export async function run({ json, settings, report, open }: Call): Promise<ExitCode> {
  const config = readConfig({ given: settings })
  const connections = await openJournal(config.dataDir ?? config.configHome).all()
  const checks = [
    { what: 'program', state: 'ok' as const, found: `version ${program.version}, ${program.main}` },
    ...(await checkOwn(config, open)),
    ...(config.dataDir === null ? [] : await checkDaemon(config.dataDir)),
    await checkPath(thisProgram(), config.searchPath),
    ...(await checkEngines({
      program: thisProgram(),
      folders: config.engines,
      searchPath: config.searchPath,
      connections,
    })),
  ]
  const isWrong = checks.some(({ state }) => state === 'wrong')
  if (json) report.json({ healthy: !isWrong, checks })
  else {
    report.table(checks.map(({ what, state, found }) => [SIGN[state], what, found]))
    for (const { what, state, fix } of checks)
      if (fix !== undefined) report.line(`${state === 'wrong' ? 'Fix' : 'Try'} ${what}: ${fix}`)
    report.line(isWrong ? 'Something is wrong.' : 'All is well.')
  }
  return isWrong ? EXIT.refused : EXIT.done
}

const SIGN = { ok: 'ok', note: 'note', wrong: 'WRONG' } as const
