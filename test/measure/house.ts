import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functionsOf } from '../../config/functions.ts'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { allCommands } from '../../src/cli/commands.ts'
import { OPTIONS } from '../../src/config/options.ts'

// Prints how big the house is: lines, files, functions, and the names that people have to know.
const ROOT = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = readdirSync(join(ROOT, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: textOf(join('src', path)) }))
const functions = files.flatMap(({ path, text }) => functionsOf(path, text).map((one) => ({ ...one, path })))
const forwarders = functions.filter(({ forwards }) => forwards !== undefined)
const long = functions.filter(({ length }) => length > 100).sort((a, b) => b.length - a.length)
const linesIn = (texts: readonly { readonly text: string }[]) =>
  texts.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)

for (const folder of [...new Set(files.map(({ path }) => path.split('/')[0] ?? ''))].sort()) {
  const inside = files.filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
  line(`src/${folder}`, linesIn(inside), `in ${inside.length} files`)
}
line('lines of src', linesIn(files), `in ${files.length} files`)
const named = forwarders.filter(({ name }) => name !== '').length
line(
  'forwarders',
  forwarders.length,
  `of ${functions.length} functions; ${named} have a name, the others are callbacks`,
)
line('functions above 100 lines', long.length, `longest ${long[0]?.length ?? 0}`)
const commands = await allCommands()
line('commands', commands.filter(({ of }) => of === undefined).length, `${commands.length} with their verbs`)
line('flags', new Set(commands.flatMap(({ flags }) => Object.keys(flags))).size)
line('options', OPTIONS.length)
line(
  'error codes',
  [...between(textOf('src/domain/errors.ts'), 'const CODES = {', '} as const').matchAll(/^ {2}\w+: \{/gm)].length,
)
const migrations = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'))
const whole = migrations.sort().findLastIndex((name) => name.endsWith('_loop.sql'))
const sql = migrations.map((name, at) => (at < whole ? '' : textOf(join('migrations', name)))).join('')
line('tables', sql.split('CREATE TABLE').length - sql.split('DROP TABLE').length)
line('names of the loop', await namesOfTheLoop())
if (process.argv.includes('--show')) {
  for (const { path, line: at, name, forwards } of forwarders) console.log(`src/${path}:${at} ${name} → ${forwards}`)
  for (const { path, line: at, name, length } of long) console.log(`src/${path}:${at} ${name}: ${length} lines`)
}

function line(what: string, count: number, more = ''): void {
  console.log(`${what.padEnd(28)}${count.toLocaleString('en').padStart(8)} ${more}`.trimEnd())
}

function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  return text.slice(start, text.indexOf(to, start))
}

async function namesOfTheLoop(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'house-'))
  try {
    await using loop = await openSkillLoop({ env: {}, settings: { 'config.dir': home, 'data.dir': null, home } })
    return Object.keys(loop).length
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
