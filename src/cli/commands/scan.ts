import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Capability } from '../../domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Finding, scanFiles } from '../../domain/safety.ts'
import { startLook } from '../../platform/look-limit.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { capabilityLines, findingLines, plain } from '../finding-lines.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<folder>…',
  words: 'Look for dangers in skill folders: injected orders, remote code, secrets, code that runs by itself',
  flags: {
    level: {
      value: 'severity',
      words: 'Exit with 1 for a finding of at least this severity: block, warn (default) or note',
    },
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
  const scanned = words.map((folder) => scanFolder(folder, words.length > 1))
  const findings = scanned.flatMap((one) => one.findings)
  const skills = scanned.flatMap((one) => one.skills)
  if (json) report.json({ findings, skills })
  else {
    if (findings.length === 0) report.line('No rule found anything. That is no verdict: what the skill can do follows.')
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
      capabilities: [...unreadIn(read, root), ...capabilitiesOf(below(read.files, root))],
    })),
  }
}

/** What could not be read there, which is as much a capability as what could. */
const unreadIn = ({ files, findings }: ReadFiles, root: string): readonly Capability[] =>
  findings
    .filter(({ file }) => file.startsWith(root) && !files.has(file))
    .map(({ file, line, why }) => {
      const inner = file.slice(root.length)
      return { kind: 'unread', what: `${inner} (${why})`, file: inner, line }
    })

const below = (files: ReadonlyMap<string, Uint8Array>, root: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(root) ? [[path.slice(root.length), bytes] as const] : [])),
  )

/** Bytes that are read of a file; the scanner reports that a larger one was not read whole. */
const MAX_BYTES = 4 * 1024 * 1024

/** Files of a folder that were read, and findings for those that could not be. */
interface ReadFiles {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly findings: readonly Finding[]
}

/**
 * Every file below a folder by its path in it, or the one file; a link by its path and `/`, its bytes the target's name,
 * never followed. What cannot be read is a finding and does not end the reading.
 */
export function readSkillFiles(path: string): ReadFiles {
  const read = { files: new Map<string, Uint8Array>(), findings: [] as Finding[] }
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info?.isFile() === true) readInto(read, path, basename(path))
  else if (info !== undefined) walk(path, '', read)
  return read
}

type Reading = { readonly files: Map<string, Uint8Array>; readonly findings: Finding[] }

const finding = (rule: string, file: string, why: string): Finding => ({
  rule,
  severity: 'warn',
  file,
  line: 1,
  excerpt: '',
  why,
})

function walk(folder: string, prefix: string, read: Reading): void {
  for (const entry of entriesOf(join(folder, prefix), prefix, read)) {
    const inner = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) walk(folder, inner, read)
    else if (entry.isFile()) readInto(read, join(folder, inner), inner)
    else if (entry.isSymbolicLink()) link(folder, inner, read)
    else read.findings.push(finding('unread', inner, 'neither a file, a folder nor a link'))
  }
}

function entriesOf(path: string, inner: string, { findings }: Reading) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    findings.push(finding('unread', inner === '' ? '.' : inner, `a folder that cannot be listed (${codeOf(error)})`))
    return []
  }
}

function link(folder: string, inner: string, { files, findings }: Reading): void {
  try {
    const target = readlinkSync(join(folder, inner))
    files.set(`${inner}/`, Buffer.from(target))
  } catch (error) {
    findings.push(finding('unread', inner, `a link that cannot be read (${codeOf(error)})`))
  }
}

/** Reads no more bytes than are scanned, so that a file of gigabytes costs no more than a long one. */
function readInto({ files, findings }: Reading, path: string, inner: string): void {
  try {
    // It may have become a link or a pipe since it was listed.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_BYTES))
      let length = 0
      for (let got = -1; got !== 0 && length < bytes.length; length += got)
        got = readSync(file, bytes, length, bytes.length - length, null)
      files.set(inner, bytes.subarray(0, length))
      if (fstatSync(file).size > MAX_BYTES) findings.push(finding('unread', inner, 'too long to be read whole'))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    findings.push(finding('unread', inner, `a file that cannot be read (${codeOf(error)})`))
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
