// Refuses a function whose body is one call of its own parameters: its callers can call that. Those that there are stand in
// forwarders.txt, which only gets shorter; `--shrink` takes out those that are gone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compared, forwardersOf } from './forwarders.ts'

const LIST = 'config/forwarders.txt'
const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const found = paths
  .sort()
  .flatMap((path) => forwardersOf(path, readFileSync(`src/${path}`, 'utf8')).map((one) => ({ ...one, path })))
const listed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean)
const { added, gone } = compared(
  found.map(({ named }) => named),
  listed,
)
for (const { path, line, named } of added.flatMap((at) => found[at] ?? []))
  console.error(`src/${path}:${line} only hands its parameters on (${named}): let its callers call that`)
if (process.argv.includes('--shrink')) {
  const out = [...gone]
  const kept = listed.filter((named) => {
    const at = out.indexOf(named)
    if (at >= 0) out.splice(at, 1)
    return at < 0
  })
  writeFileSync(LIST, `${kept.join('\n')}\n`)
} else if (gone.length > 0)
  console.error(`gone, so take them out with "npx tsx config/lint-forwarders.ts --shrink":\n${gone.join('\n')}`)
process.exitCode = added.length > 0 ? 1 : 0
