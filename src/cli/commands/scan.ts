import { statSync } from 'node:fs'
import { WaylandError } from '../../domain/errors.ts'
import { type Finding, scanFiles } from '../../domain/safety.ts'
import { startLook } from '../../platform/look-limit.ts'
import { program } from '../../platform/process.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { findingLines } from '../finding-lines.ts'
import { readSkillFiles } from '../skill-files.ts'

const LEVELS = ['block', 'warn', 'note'] as const

/** Scans folders; exit code 1 where a finding has at least the chosen severity. */
export async function run({ words, flags, json, report }: Call): Promise<ExitCode> {
  const level = LEVELS.findIndex((name) => name === (flags.level ?? 'warn'))
  if (level < 0) throw new WaylandError('bad_usage', `--level must be block, warn or note, not "${flags.level}"`)
  if (json && flags.sarif === true)
    throw new WaylandError('bad_usage', '--json and --sarif are two shapes of one answer', {
      hint: 'Leave one of them out; SARIF is JSON, too.',
    })
  if (words.length === 0) throw new WaylandError('bad_usage', 'scan needs at least one folder')
  const findings = words.flatMap((folder) => scanFolder(folder, words.length > 1))
  if (flags.sarif === true) {
    const { toSarif } = await import('../../domain/sarif.ts')
    report.line(JSON.stringify(toSarif(findings, program.version), null, 2))
  } else if (json) report.json({ findings })
  else if (findings.length === 0) report.line('Nothing found.')
  else for (const line of findingLines(findings)) report.line(line)
  return findings.some(({ severity }) => LEVELS.indexOf(severity) <= level) ? EXIT.refused : EXIT.done
}

function scanFolder(folder: string, prefixed: boolean): Finding[] {
  try {
    statSync(folder)
  } catch (error) {
    throw new WaylandError('no_such_file', `nothing is at ${folder}`, { cause: error })
  }
  const read = readSkillFiles(folder)
  const findings = [...read.findings, ...scanFiles(read.files, startLook())]
  return findings.map((finding) => (prefixed ? { ...finding, file: `${folder}/${finding.file}` } : finding))
}
