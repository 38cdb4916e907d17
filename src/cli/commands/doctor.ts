import { readConfig } from '../../config/config.ts'
import { type Check, checkEngines } from '../../engines/checkup.ts'
import { openJournal } from '../../engines/journal.ts'
import { program } from '../../platform/process.ts'
import { checkOwn, lastTurnsOf } from '../checkup.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { checkDaemon } from '../daemon-checkup.ts'
import { checkPath } from '../self-test.ts'
import { thisProgram } from '../this-program.ts'

export const command: Words = {
  topic: 'connecting',
  words: 'Check everything between your agents and their skills; say what is wrong, and what mends it',
  text: [
    'Checks agents on this machine and their versions (by their files; no agent is run), whether the hooks are there, up to date, trusted and not switched off, folders, database, daemon, what waits to be read, session files that it does not understand, copies of skills; and sends one turn through the whole path in a throw-away home. Exit code 1 when something is wrong.',
  ],
  json: {
    healthy: 'whether nothing is wrong',
    checks: '[{what, state: ok, note or wrong, found, fix}]; fix is the command that mends it',
  },
  example: 'wayland-core doctor',
}

/** Checks everything between an agent and its skills; reports each fault with the command that mends it. */
export async function run({ json, settings, report, open }: Call): Promise<ExitCode> {
  const config = readConfig({ given: settings })
  const connections = await openJournal(config.dataDir ?? config.configHome).all()
  const checks = [
    { what: 'program', state: 'ok' as const, found: `version ${program.version}, ${program.main}` },
    ...(await checkOwn(config, open)),
    ...(config.dataDir === null ? [] : await checkDaemon(config.dataDir, config.settings['daemon.autostart'] === 'on')),
    await checkPath(thisProgram(config), config.searchPath),
    ...(await checkEngines({
      program: thisProgram(config),
      lastTurns: await lastTurnsOf(config, open),
      sessionFolders: config.sessionFolders,
      folders: config.engines,
      searchPath: config.searchPath,
      connections,
    })),
  ]
  const isWrong = checks.some(({ state }) => state === 'wrong')
  if (json) report.json({ healthy: !isWrong, checks })
  else {
    report.table(checks.map(({ what, state, found }) => [SIGN[state], what, found]))
    for (const fix of new Set(checks.map((one) => one.fix)))
      if (fix !== undefined)
        report.line(
          fixLine(
            fix,
            checks.filter((one) => one.fix === fix),
          ),
        )
    report.line(isWrong ? 'Something is wrong.' : 'All is well.')
  }
  return isWrong ? EXIT.refused : EXIT.done
}

/** What mends these, which are all mended by it. */
function fixLine(fix: string, mended: readonly Check[]): string {
  const isWrong = mended.some(({ state }) => state === 'wrong')
  return `${isWrong ? 'Fix' : 'Try'} ${[...new Set(mended.map(({ what }) => what))].join(', ')}: ${fix}`
}

const SIGN = { ok: 'ok', note: 'note', wrong: 'WRONG' } as const
