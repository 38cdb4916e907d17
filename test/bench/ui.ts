// What do the pages of `ui` cost where there is much? Serves an empty home and one of --skills N (5000) and --turns N
// (100000), asks each page --times N (15) in turns, and prints medians and their ratio, in time and (on Linux) in processor
// time of the server, by which the first page is judged. Then how long after another process has recorded a turn the page is
// told. --keep <folder>: homes are kept there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { builtProgram } from './built-program.ts'
import { makeHome } from './growth/home.ts'
import { processorMs } from './processor-ms.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '100000' },
    skills: { type: 'string', default: '5000' },
    times: { type: 'string', default: '15' },
    keep: { type: 'string' },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'wayland-ui-'))
const large = { turns: Number(values.turns), skills: Number(values.skills) }
/** The most that the first page may take, against one of an empty home. */
const MOST = 2
/** Turns of which a listening page is told. */
const TOLD = 25

const places = [await served('empty'), await served('large', large)] as const
const [, { made }] = places
const skill = /\/skills\/([^"?/]+)"/.exec(await (await ask(places[1], '/')).text())?.[1] ?? ''
const pages: readonly (readonly [string, string, string?])[] = [
  ['overview', '/'],
  ['queue', '/queue'],
  ['queue, in use', '/queue?kind=used'],
  ['queue, page 100', '/queue?page=100', '/queue'],
  ['queue, of an agent', '/queue?engine=claude-code'],
  ['turns', '/turns'],
  ['turns, a text that is nowhere', '/turns?q=zzzzqqqq'],
  ['one skill', `/skills/${skill}`, '/settings'],
  ['try', `/try?q=${encodeURIComponent(made?.request ?? 'review')}`],
  ['worth', '/worth'],
  ['learning', '/learning'],
]
console.log(`${large.skills} skills, ${large.turns} turns against none; ms, medians of ${values.times}\n`)
console.log(`${''.padEnd(32)}     none     many            processor`)
let isMet = true
for (const [name, path, emptyPath = path] of pages) {
  const taken = [0, 1].map(() => ({ wall: [] as number[], processor: [] as number[] })) as [Taken, Taken]
  for (let n = 0; n < Number(values.times); n++)
    for (const i of [0, 1] as const) {
      const [began, used] = [performance.now(), processorMs(places[i].child.pid)]
      const answer = await ask(places[i], i === 0 ? emptyPath : path)
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      taken[i].wall.push(performance.now() - began)
      taken[i].processor.push(processorMs(places[i].child.pid) - used)
    }
  const columns = (['wall', 'processor'] as const).map((kind) => {
    const [empty, full] = [part(taken[0][kind], 0.5), part(taken[1][kind], 0.5)]
    return { text: `${ms(empty)} ${ms(full)}   ×${(full / empty).toFixed(2)}`.padEnd(26), ratio: full / empty }
  })
  const ratio = columns[1]!.ratio > 0 ? columns[1]!.ratio : columns[0]!.ratio
  if (name === 'overview') isMet = ratio <= MOST
  console.log(`${name.padEnd(32)} ${columns.map(({ text }) => text).join('')}`)
}
const lags = await lagsOf(places[1])
console.log(
  `\ntold of a turn after ${part(lags, 0.5).toFixed(0)} ms (median), ${part(lags, 0.95).toFixed(0)} ms (95 %)`,
)
for (const { child } of places) child.kill()
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
console.log(`\nfirst page within ×${MOST}: ${isMet ? 'met' : 'missed'}`)
process.exitCode = isMet ? 0 : 1

interface Taken {
  readonly wall: number[]
  readonly processor: number[]
}

function part(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0
}

function ms(value: number): string {
  return value.toFixed(1).padStart(8)
}

/** How long after another process has recorded a turn a page that listens is told, for turns at any moment between looks. */
async function lagsOf({ at, cookie, env }: Awaited<ReturnType<typeof served>>): Promise<readonly number[]> {
  await using loop = await openSkillLoop({ env })
  const { body } = await fetch(`${at}/events`, { headers: { cookie } })
  const events = body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  const lags: number[] = []
  for (let n = 0; n < TOLD; n++) {
    const stamp = `${Date.now()}-${n}`
    await setTimeout(500 + ((n * 37) % 400))
    await loop.endOfRun({ userInput: `ui ${stamp}`, outcome: 'success', sessionId: 'ui', promptId: stamp })
    const recorded = performance.now()
    while (!((await events.next()).value ?? '').includes('changed'));
    lags.push(performance.now() - recorded)
  }
  await events.return?.()
  return lags
}

async function served(name: string, size?: typeof large) {
  const path = join(folder, size === undefined ? name : `${size.turns}-${size.skills}`)
  const note = join(path, 'made.json')
  if (size !== undefined && !existsSync(note)) {
    mkdirSync(path, { recursive: true })
    writeFileSync(note, JSON.stringify(await makeHome(path, size)))
  } else mkdirSync(path, { recursive: true })
  const { main, env } = builtProgram('bench:ui', path)
  const child: ChildProcess = spawn(process.execPath, [main, 'ui', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const { url, code } = JSON.parse(line) as { readonly url: string; readonly code: string }
  const at = url.replace(/\/#.*/, '')
  const signedIn = await fetch(`${at}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: code }),
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const made =
    size === undefined ? undefined : (JSON.parse(readFileSync(note, 'utf8')) as Awaited<ReturnType<typeof makeHome>>)
  return { child, at, cookie, made, env }
}

async function ask({ at, cookie }: Awaited<ReturnType<typeof served>>, path: string): Promise<Response> {
  return await fetch(at + path, { headers: { cookie } })
}
