// Runs the command that is named, or what most commands come by, so that V8 has compiled it, and keeps the code. A process of
// its own, whose stdin is the command's, or turns to observe; its home is a throw-away one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, scripts } from '../src/cli/compiled.ts'
import type * as Program from '../src/cli/run.ts'

const COMMANDS = [
  ['--version'],
  ['route', 'review the branch', '--json'],
  ['observe'],
  ['route', 'review the branch'],
  ['status', '--json'],
  ['status'],
  ['skills', '--json'],
  ['skills'],
  ['--skills-audit'],
]

const skill = join(process.env.WAYLAND_CONFIG_DIR ?? '', 'wayland-core', 'skills', 'reviewing')
mkdirSync(skill, { recursive: true })
writeFileSync(
  join(skill, 'SKILL.md'),
  '---\nname: reviewing\ndescription: Reviews the changes of a branch.\n---\n\nLook.\n',
)

const { run } = load(join(import.meta.dirname, '..', 'dist', 'program', 'run.cjs')) as typeof Program
const named = process.argv.slice(2)
for (const words of named.length > 0 ? [named] : COMMANDS) {
  const code = await run(words)
  if (code !== 0) throw new Error(`"${words.join(' ')}" ended with ${code}`)
}
for (const [file, script] of scripts) writeFileSync(`${file}.code`, script.createCachedData())
