// What do turns and skills in number cost each command? Makes two homes by a script, --turns N and --skills N (default
// 1000000 and 20000) and one of 1,000 turns and 50 skills, and runs the built program in each. --only <command>, --times N,
// --keep <folder>: the homes are made there, and taken from there the next time.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtProgram } from './built-program.ts'
import { makeHome } from './growth/home.ts'
import { type Cost, costOf } from './growth/measure.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '1000000' },
    skills: { type: 'string', default: '20000' },
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'wayland-growth-'))
const SMALL = { turns: 1000, skills: 50 }
const LARGE = { turns: Number(values.turns), skills: Number(values.skills) }
/** Those that every turn or look needs must not grow; those that read all may grow with it, less than what they read. */
const [LIGHT, HEAVY] = [2, 30]
const LINEAR = LARGE.skills / SMALL.skills
const MAX_MIB = 1024

type Place = Awaited<ReturnType<typeof home>>

async function home({ turns, skills }: typeof SMALL) {
  const path = join(folder, `${turns}-${skills}`)
  const note = join(path, 'made.json')
  if (!existsSync(note)) {
    mkdirSync(path, { recursive: true })
    const made = await makeHome(path, { turns, skills })
    writeFileSync(note, JSON.stringify(made))
  }
  const made = JSON.parse(readFileSync(note, 'utf8')) as Awaited<ReturnType<typeof makeHome>>
  const { main, env } = builtProgram('bench:growth', path)
  return { path, main, env: { ...env, WAYLAND_HOOK_DIRECT_MS: '60000' }, made }
}

let asked = 0
const payload = (event: string, request: string) =>
  JSON.stringify({
    session_id: `asked-${++asked}`,
    prompt_id: `asked-${asked}`,
    hook_event_name: event,
    prompt: request,
    cwd: '/home/person/project-1',
    transcript_path: '/home/person/.claude/projects/p/none.jsonl',
  })

interface Asked {
  readonly name: string
  readonly most: number
  readonly args: (made: Place['made']) => readonly string[]
  readonly input?: (made: Place['made']) => string
  /** In empty folders instead of the home. */
  readonly elsewhere?: true
}

/** The file of a session that was never read, with one turn. */
function oneMoreSession(): string {
  const sessionId = `asked-${++asked}`
  const entry = { sessionId, cwd: '/home/person/project-1', timestamp: new Date().toISOString(), version: '2.0.0' }
  const lines = [
    {
      ...entry,
      type: 'user',
      uuid: `${sessionId}-1`,
      parentUuid: null,
      message: { role: 'user', content: 'list the open files' },
    },
    {
      ...entry,
      type: 'assistant',
      uuid: `${sessionId}-2`,
      parentUuid: `${sessionId}-1`,
      message: {
        id: sessionId,
        role: 'assistant',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: 'None.' }],
      },
    },
  ]
  const file = join(folder, `${sessionId}.jsonl`)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

const light = (name: string, args: Asked['args'], input?: Asked['input']): Asked => ({
  name,
  most: LIGHT,
  args,
  ...(input && { input }),
})
const heavy = (name: string, ...args: readonly string[]): Asked => ({ name, most: HEAVY, args: () => args })
const COMMANDS: readonly Asked[] = [
  light('route', ({ request }) => ['route', request, '--json']),
  light(
    'observe',
    () => ['observe'],
    ({ request }) =>
      `${JSON.stringify({ user_input: request, outcome: 'success', session_id: `s${++asked}`, prompt_id: `p${asked}`, tool_calls: [] })}\n`,
  ),
  light(
    'hook, end of a turn',
    () => ['hook', 'claude-code', 'Stop'],
    ({ request }) => payload('Stop', request),
  ),
  light(
    'hook, hint of a prompt',
    () => ['hook', 'claude-code', 'UserPromptSubmit'],
    ({ request }) => payload('UserPromptSubmit', request),
  ),
  light('show', ({ skill }) => ['show', skill]),
  light('status', () => ['status']),
  light('history', ({ skill }) => ['history', skill]),
  light('explain', ({ turn }) => ['explain', turn]),
  // No prompt waits for it: hooks answer by themselves until it does. It looks at each skill's folder.
  heavy('daemon, its start', 'daemon', 'run', '--timeout', '3'),
  heavy('skills', 'skills'),
  heavy('--skills-govern', '--skills-govern'),
  { ...heavy('import of one more session'), args: () => ['import', 'claude-code', oneMoreSession()] },
  heavy('doctor', 'doctor', '--json'),
  // Over: SQLite's integrity_check is 4 to 6 s of processor time for these 1.6 GB, 25 to 32 times the whole `check` of the
  // small home, before a file is read; a thread of its own does it beside the rest. Its quick_check takes 2 s and misses an
  // index entry that says what a row said before.
  heavy('check', 'check', '--json'),
  heavy('lift', 'lift'),
  // These read or write all, and may grow with it.
  { ...heavy('--skills-audit', '--skills-audit'), most: LINEAR },
  { ...heavy('backup', 'backup', 'all.backup', '--force'), most: LINEAR },
  // Of the backup that the line above made.
  { ...heavy('restore', 'restore', 'all.backup'), most: LINEAR, elsewhere: true },
]

function measured({ path, main, env, made }: Place, { args, input, most, elsewhere }: Asked): Cost | string {
  const [cwd, other] = [join(path, 'work'), join(path, 'elsewhere')]
  rmSync(other, { recursive: true, force: true })
  mkdirSync(cwd, { recursive: true })
  rmSync(join(path, 'data', 'spool'), { recursive: true, force: true })
  try {
    return costOf(main, args(made), {
      env: elsewhere
        ? { ...env, WAYLAND_CONFIG_DIR: join(other, 'config'), WAYLAND_DATA_DIR: join(other, 'data') }
        : env,
      cwd,
      times: most === LIGHT ? Number(values.times) : 1,
      ...(input && { input: input(made) }),
    })
  } catch (error) {
    return (error as Error).message
  }
}

const [small, large] = [await home(SMALL), await home(LARGE)]
const size = (place: Place) =>
  `${(statSync(join(place.path, 'data', 'wayland-core.db')).size / 2 ** 20).toFixed(0)} MiB`
console.log(
  `${SMALL.turns} turns, ${SMALL.skills} skills (${size(small)}) | ${LARGE.turns} turns, ${LARGE.skills} skills (${size(large)})`,
)
const show = ({ ms, cpuMs, mib }: Cost) =>
  `${ms.toFixed(0).padStart(6)} ms ${cpuMs.toFixed(0).padStart(6)} cpu ${mib.toFixed(0).padStart(5)} MiB`
for (const asking of COMMANDS.filter(({ name }) => values.only === undefined || name.startsWith(values.only))) {
  const [one, other] = [measured(small, asking), measured(large, asking)]
  if (typeof one === 'string' || typeof other === 'string') {
    console.log(
      `${asking.name.padEnd(24)} ${typeof one === 'string' ? one : show(one)} | ${typeof other === 'string' ? other : show(other)}`,
    )
    process.exitCode = 1
    continue
  }
  const factor = other.cpuMs / one.cpuMs
  const over = factor > asking.most || other.mib > MAX_MIB
  console.log(
    `${asking.name.padEnd(24)} ${show(one)} | ${show(other)}  x ${factor.toFixed(1)} (at most ${asking.most}; on the clock ${(other.ms / one.ms).toFixed(1)})${over ? '  OVER' : ''}`,
  )
  if (over) process.exitCode = 1
}
if (values.keep === undefined) rmSync(folder, { recursive: true })
