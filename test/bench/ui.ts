// What do the pages of `ui` cost where there is much? Serves an empty home and one of --skills N (5000) and --turns N
// (100000), asks each page --times N (15) in turns, and prints medians and their ratio. --keep <folder>: homes are kept there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { builtProgram } from './built-program.ts'
import { makeHome } from './growth/home.ts'

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

const places = [await served('empty'), await served('large', large)] as const
const [, { made }] = places
const skill = /\/skills\/([^"?/]+)"/.exec(await (await ask(places[1], '/')).text())?.[1] ?? ''
const pages: readonly (readonly [string, string, string?])[] = [
  ['queue', '/'],
  ['queue, in use', '/?kind=used'],
  ['queue, page 100', '/?page=100', '/'],
  ['queue, of an agent', '/?engine=claude-code'],
  ['turns', '/turns'],
  ['turns, a text that is nowhere', '/turns?q=zzzzqqqq'],
  ['one skill', `/skills/${skill}`, '/settings'],
  ['try', `/try?q=${encodeURIComponent(made?.request ?? 'review')}`],
  ['worth', '/worth'],
  ['learning', '/learning'],
]
console.log(`${large.skills} skills, ${large.turns} turns against none; ms, medians of ${values.times}\n`)
let isMet = true
for (const [name, path, emptyPath = path] of pages) {
  const taken: [number[], number[]] = [[], []]
  for (let n = 0; n < Number(values.times); n++)
    for (const i of [0, 1] as const) {
      const began = performance.now()
      const answer = await ask(places[i], i === 0 ? emptyPath : path)
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      taken[i].push(performance.now() - began)
    }
  const [empty, full] = taken.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0) as [
    number,
    number,
  ]
  if (name === 'queue') isMet = full / empty <= MOST
  console.log(
    `${name.padEnd(32)} ${empty.toFixed(1).padStart(8)} ${full.toFixed(1).padStart(8)}   ×${(full / empty).toFixed(2)}`,
  )
}
for (const { child } of places) child.kill()
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
console.log(`\nfirst page within ×${MOST}: ${isMet ? 'met' : 'missed'}`)
process.exitCode = isMet ? 0 : 1

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
  return { child, at, cookie, made }
}

async function ask({ at, cookie }: Awaited<ReturnType<typeof served>>, path: string): Promise<Response> {
  return await fetch(at + path, { headers: { cookie } })
}
