import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Capability } from '../../domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Finding, scanFiles } from '../../domain/safety.ts'
import { startLook } from '../../platform/look-limit.ts'
import { program } from '../../platform/process.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { capabilityLines, findingLines, plain } from '../finding-lines.ts'
import { readSkillFiles } from '../skill-files.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<folder>…',
  words: 'Look for dangers in skill folders: injected orders, remote code, secrets, code that runs by itself',
  flags: {
    level: {
      value: 'severity',
      words: 'Exit with 1 for a finding of at least this severity: block, warn (default) or note',
    },
    sarif: { words: 'Print SARIF 2.1.0' },
  },
  text: [
    'Reads every file below each folder; nothing in a folder can exclude a file from it. Cells of notebooks are read as code. What cannot be read is a finding (unread), and the scan goes on. A link out of the folder blocks (link-out): what lies there is in no verdict and may change. A live !`command` blocks unless it only reads: git status, git log, git diff, ls, pwd, date, node -v and the like.',
  ],
  json: {
    findings: '[{rule, severity: block, warn or note, file, line, excerpt, why}]',
    skills: '[{folder, capabilities: [{kind, what, file, line}]}]: what each skill there can do',
  },
  example: 'wayland-core scan ~/.claude/skills --level block',
}

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
  const scanned = words.map((folder) => scanFolder(folder, words.length > 1))
  const findings = scanned.flatMap((one) => one.findings)
  const skills = scanned.flatMap((one) => one.skills)
  if (flags.sarif === true) {
    const { toSarif } = await import('../../domain/sarif.ts')
    report.line(JSON.stringify(toSarif(findings, program.version), null, 2))
  } else if (json) report.json({ findings, skills })
  else {
    if (findings.length === 0) report.line('Nothing found.')
    for (const line of findingLines(findings)) report.line(line)
    for (const { folder, capabilities } of skills) {
      report.line(`\n${plain(folder)}`)
      for (const line of capabilityLines(capabilities)) report.line(line)
    }
  }
  return findings.some(({ severity }) => LEVELS.indexOf(severity) <= level) ? EXIT.refused : EXIT.done
}

interface Scanned {
  readonly findings: readonly Finding[]
  /** The skills in it, each with what it can do: folders with a SKILL.md, or all of it where there is none. */
  readonly skills: readonly { readonly folder: string; readonly capabilities: readonly Capability[] }[]
}

function scanFolder(folder: string, prefixed: boolean): Scanned {
  try {
    statSync(folder)
  } catch (error) {
    throw new WaylandError('not_found', `nothing is at ${folder}`, { cause: error })
  }
  const read = readSkillFiles(folder)
  const findings = [...read.findings, ...scanFiles(read.files, startLook())]
  const roots = [...read.files.keys()]
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .map((path) => path.slice(0, -'SKILL.md'.length))
  return {
    findings: findings.map((finding) => (prefixed ? { ...finding, file: `${folder}/${finding.file}` } : finding)),
    skills: (roots.length === 0 ? [''] : roots).map((root) => ({
      folder: root === '' ? folder : join(folder, root),
      capabilities: capabilitiesOf(below(read.files, root)),
    })),
  }
}

const below = (files: ReadonlyMap<string, Uint8Array>, root: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(root) ? [[path.slice(root.length), bytes] as const] : [])),
  )
