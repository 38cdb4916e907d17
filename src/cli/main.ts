#!/usr/bin/env node
import { asWaylandError, type WaylandError } from '../domain/errors.ts'
import type { LoopEvent } from '../domain/event.ts'
import { parseArguments } from './arguments.ts'
import { EXIT, type ExitCode } from './command.ts'
import { createReport, type Report } from './report.ts'

process.exitCode = await main(process.argv.slice(2), createReport())

async function main(argv: readonly string[], report: Report): Promise<ExitCode> {
  try {
    const { command, words, flags, settings, help, version, json } = parseArguments(argv)
    if (version) {
      report.line((await import('../process.ts')).program.version)
      return EXIT.done
    }
    if (help || command === undefined) {
      report.line((await import('./help.ts')).help(command))
      return help ? EXIT.done : EXIT.usage
    }
    const open = async (options: object = {}) => {
      const { openSkillLoop } = await import('../skill-loop.ts')
      const loop = await openSkillLoop({ settings, onEvent: await viewer(settings, report), ...options })
      if (loop.config.settings.skills === 'off')
        report.note('wayland-core is switched off: nothing is recorded, drafted or routed.')
      return loop
    }
    const { run } = await command.load()
    return await run({ command, words, flags, json, settings, report, open })
  } catch (error) {
    const known = asWaylandError(error)
    report.error(known)
    return exitCode(known)
  }
}

function exitCode({ code, kind }: WaylandError): ExitCode {
  if (code === 'bad_usage' || code === 'bad_option' || code === 'bad_config') return EXIT.usage
  return kind === 'unavailable' || code === 'newer_database' ? EXIT.unavailable : EXIT.refused
}

/** Warnings and repairs as plain lines; everything as pino's JSON where more is asked for. */
async function viewer(settings: Readonly<Record<string, string>>, report: Report): Promise<(event: LoopEvent) => void> {
  const { readConfig } = await import('../config.ts')
  const level = readConfig({ given: settings }).settings['log.level']
  if (level === 'silent') return () => {}
  if (level === 'warn') return (event) => plain(event, report)
  const { logEvents } = await import('./log.ts')
  return logEvents(level)
}

function plain(event: LoopEvent, report: Report): void {
  if (event.kind === 'repaired') report.note(`Repaired: ${event.what}.`)
  if (event.kind !== 'warning') return
  const cause = event.cause === undefined ? '' : ` (${asWaylandError(event.cause).message})`
  report.note(`Warning: ${event.what}${cause}.`)
}
