// One agent session, as a process of its own over the library: plays the steps that it is given, prints what came of each.
import { openSkillLoop, type TurnInput } from 'wayland-core'

type Step =
  | { readonly turn: TurnInput }
  | { readonly route: string; readonly promptId: string }
  | { readonly load: string }

const [home, steps] = process.argv.slice(2) as [string, string]
const settings = { 'config.dir': `${home}/config`, 'data.dir': `${home}/data`, seed: 1 }
const loop = await openSkillLoop({ env: {}, settings })
for (const step of JSON.parse(steps) as Step[]) {
  if ('turn' in step) print(await loop.endOfRun(step.turn))
  else if ('route' in step) print(await loop.route({ text: step.route, sessionId: 's', promptId: step.promptId }))
  else print(await loop.load(step.load))
}
await loop[Symbol.asyncDispose]()

function print(value: object): void {
  console.log(JSON.stringify(value))
}
