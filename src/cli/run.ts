import type { SkillLoopOptions } from '../app/skill-loop.ts'
import { asWaylandError, hintOf, WaylandError } from '../domain/errors.ts'
import type { LoopEvent } from '../domain/event.ts'
import { program } from '../platform/process.ts'
import { type Arguments, parseArguments } from './arguments.ts'
import { type Command, EXIT, type ExitCode, type OpenOptions } from './command.ts'
import { bar, createReport, type Report, sentence } from './report.ts'
import { endOnSignals } from './signals.ts'

/** Runs a command line and returns its exit code. */
export async function run(argv: readonly string[], report: Report = createReport()): Promise<ExitCode> {
  // Rows and folders survive a kill at any moment; only the progress line is left to clear.
  endOnSignals(() => report.progress(undefined))
  try {
    return await dispatch(await parseArguments(argv), report)
  } catch (error) {
    const known = asWaylandError(error)
    report.error(known)
    return exitCode(known)
  }
}

async function dispatch(called: Arguments, report: Report): Promise<ExitCode> {
  const { command, settings, help, version } = called
  if (version) {
    report.line(program.version)
    return EXIT.done
  }
  if (help !== undefined) {
    const written = await import('./help.ts')
    report.line(await written.help(help, report.width))
    return EXIT.done
  }
  const said = new Set<string>()
  const open = async ({ needs, ...options }: OpenOptions = {}) => {
    const { openSkillLoop } = await import('../app/open-skill-loop.ts')
    const all = { ...settings, ...options.settings }
    const view = await viewer(all, report, said)
    let held: LoopEvent[] | undefined = needs === undefined ? undefined : []
    const onEvent = (event: LoopEvent) => {
      if (held === undefined || event.kind === 'progress') view(event)
      else held.push(event)
      options.onEvent?.(event)
    }
    const loop = await openSkillLoop({ ...options, settings: all, onEvent })
    const { config, database } = loop.upkeep
    if (needs !== undefined && 'none' in database && config.settings.skills === 'on') {
      // The error says what a warning would say before it.
      await loop[Symbol.asyncDispose]()
      throw new WaylandError('storage_unavailable', `${needs} the database, which is not available: ${database.none}`)
    }
    const waiting = held ?? []
    held = undefined
    for (const event of waiting) view(event)
    if (config.settings.skills === 'off')
      report.note('wayland-core is switched off: nothing is recorded, drafted or routed.')
    return loop
  }
  if (command === undefined) {
    report.line(await (await import('./overview.ts')).overview({ settings, open }, report.width))
    return EXIT.done
  }
  try {
    return (await command.run({ ...called, command, report, open })) ?? EXIT.done
  } catch (error) {
    throw withHelpOf(command, error)
  }
}

/** A usage error with the command's help as its hint, where it has no hint of its own. */
function withHelpOf({ name }: Command, error: unknown): unknown {
  const known = asWaylandError(error)
  if (known.code !== 'bad_usage' || known.hint !== hintOf('bad_usage')) return error
  return new WaylandError('bad_usage', known.message, { cause: error, hint: `See "wayland-core ${name} --help".` })
}

function exitCode({ code, kind }: WaylandError): ExitCode {
  if (code === 'bad_usage' || code === 'bad_option') return EXIT.usage
  return kind === 'unavailable' || code === 'newer_database' ? EXIT.unavailable : EXIT.refused
}

/** Warnings and repairs as plain lines; everything as pino's JSON where more is asked for. */
async function viewer(
  settings: NonNullable<SkillLoopOptions['settings']>,
  report: Report,
  said: Set<string>,
): Promise<(event: LoopEvent) => void> {
  const { readConfig } = await import('../config/config.ts')
  const level = readConfig({ given: settings }).settings['log.level']
  if (level === 'silent') return () => {}
  if (level === 'warn') return (event) => plain(event, said, report)
  const { logEvents } = await import('./log.ts')
  return logEvents(level)
}

/** Sentences of one command; a new library of thousands has one for every skill that waits. */
const MAX_SAID = 8

/** One look at a folder after the other finds the same: each sentence is said once. */
function plain(event: LoopEvent, said: Set<string>, report: Report): void {
  if (event.kind === 'progress') {
    const { what, done, of } = event
    const share = of === undefined ? '' : `${bar(done / of)}  `
    report.progress(done === of ? undefined : `${share}${what}: ${done}${of === undefined ? '' : ` of ${of}`}`)
  }
  if (event.kind !== 'repaired' && event.kind !== 'warning') return
  const cause =
    event.kind === 'repaired' || event.cause === undefined ? '' : ` (${asWaylandError(event.cause).message})`
  const line = event.kind === 'repaired' ? sentence(event.what) : `Warning: ${event.what}${cause}.`
  if (said.has(line)) return
  said.add(line)
  if (said.size <= MAX_SAID) report.note(line)
  else if (said.size === MAX_SAID + 1) report.note('… and more: "wayland-core status" says what waits for you.')
}
