import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSkillLoop, type SkillLoop, type SkillLoopOptions, type TurnInput } from 'wayland-core'

/** Where one round's files lie. */
export interface Home {
  readonly root: string
  readonly skills: string
  readonly staging: string
  readonly data: string
  readonly archive: string
  readonly database: string
  /** Where the second copies of drafts go. */
  readonly second: string
  /** Where agents keep their settings and the person's own skills for them. */
  readonly claude: string
  readonly codex: string
  readonly project: string
}

const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A folder in memory where there is one: a kill leaves the same behind, and syncing costs nothing. */
export const scratchFolder = (): string => mkdtempSync(join(MEMORY, 'wayland-faults-'))

export function homeAt(root: string): Home {
  const product = join(root, 'config', 'wayland-core')
  const data = join(root, 'data')
  return {
    root,
    skills: join(product, 'skills'),
    staging: join(product, 'staging'),
    data,
    archive: join(product, 'archive'),
    database: join(data, 'wayland-core.db'),
    second: join(root, 'second'),
    claude: join(root, 'agents', 'claude'),
    codex: join(root, 'agents', 'codex'),
    project: join(root, 'project'),
  }
}

/** Where a backup of a home is written. */
export const backupOf = ({ root }: Home): string => join(root, 'all.backup')

/** Opens the loop over a home; nothing of the developer's own settings reaches it. */
export const openHome = (
  home: Home,
  { env, ...options }: Omit<SkillLoopOptions, 'settings'> = {},
): Promise<SkillLoop> =>
  openSkillLoop({
    env: { CLAUDE_CONFIG_DIR: home.claude, CODEX_HOME: home.codex, ...env },
    settings: { 'config.dir': join(home.root, 'config'), 'data.dir': home.data, home: home.second },
    ...options,
  })

export const REVIEW = 'review the changes on the branch'
export const REVIEW_SKILL = 'auto-branch-changes-review'

/** A successful turn with work in it, in a session of its own. */
export const turn = (id: string, userInput = REVIEW): TurnInput => ({
  userInput,
  outcome: 'success',
  summary: '3 turns',
  turns: 3,
  sessionId: `session-${id}`,
  promptId: `prompt-${id}`,
  toolCalls: [
    { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
    { name: 'Read', input: { file_path: `src/file-${id}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
  ],
})

/** Files that a person made, by their path below a home. */
export type PersonalFiles = ReadonlyMap<string, Buffer>

const NOTES: Readonly<Record<string, string>> = {
  'SKILL.md': '---\nname: my-notes\ndescription: How I keep my notes\n---\n\nOne file a day.\n',
  'references/deep/words.md': 'ümläute, \u0000 and no newline at the end',
  'run.sh': '#!/bin/sh\necho mine\n',
}

/** A skill of a person's own, with nested and executable files. */
export function writeNotes(home: Home): PersonalFiles {
  const files = Object.entries(NOTES).map(([path, text]) => writePersonal(home, join('my-notes', path), text))
  chmodSync(join(home.skills, 'my-notes', 'run.sh'), 0o755)
  return new Map(files)
}

/** A person writes a file below the skills root. */
export function writePersonal(home: Home, path: string, text: string): [string, Buffer] {
  const file = join(home.skills, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return [file, Buffer.from(text)]
}

/** A person changes a drafted skill and adds a file to it. */
export function editReview(home: Home): PersonalFiles {
  const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
  const text = `${readFileSync(file, 'utf8')}\nAnd say thank you.\n`
  return new Map([
    writePersonal(home, join(REVIEW_SKILL, 'SKILL.md'), text),
    writePersonal(home, join(REVIEW_SKILL, 'mine.md'), 'only here'),
  ])
}

/** Every file below a folder, by its whole path. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}
