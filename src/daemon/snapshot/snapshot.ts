// The script of `node --build-snapshot`: what is loaded when it ends is in the snapshot, and so is V8's code of the functions
// that ran. Its file descriptor 3 leads to the process that has the database; its words are the folder of the driver, and a hook's.
import crypto from 'node:crypto'
import { dirname, join } from 'node:path'
import { startupSnapshot } from 'node:v8'
import type { Sqlite } from '../../store/sqlite/driver.ts'
import type * as Direct from '../direct.ts'
import type * as Hook from '../hook.ts'
import { createLoader } from './load.ts'
import { standInDriver } from './stand-in-driver.ts'

const [driver = '', ...hookWords] = process.argv.slice(2)
const cli = import.meta.dirname
const program = join(dirname(cli), 'program')
const { load, replace } = createLoader(require, { 'better-sqlite3': driver })

const driverFile = join(program, 'better-sqlite3.cjs')
const real = load(driverFile) as typeof Sqlite
let standIn: typeof Sqlite | undefined = standInDriver(3)
replace(driverFile, new Proxy(real, { construct: (_, given) => Reflect.construct(standIn ?? real, given) }))
const { hook } = load(join(cli, 'hook.js')) as typeof Hook
const direct = load(join(program, 'direct.cjs')) as typeof Direct

startupSnapshot.setDeserializeMainFunction(() => void hook(process.argv.slice(3), () => direct))

/** Answers a prompt, by the payload on stdin, so that V8 compiles what that takes. */
async function warmUp(): Promise<void> {
  const restore = [
    standingIn(process, { exit: () => {} }),
    standingIn(crypto, { randomUUID: countedId }),
    ...withArrays(),
  ]
  let said: string | undefined
  const answerDirectly = async (request: Direct.DirectRequest) => (said = await direct.answerDirectly(request))
  await hook(hookWords, () => ({ answerDirectly }))
  for (const back of restore) back()
  standIn = undefined
  if (said === undefined || said === '') process.exit(1)
}

let ids = 0
/** Node keeps random bytes for the ids to come: all that start from the snapshot would have the same. */
const countedId = () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`

/** Methods that V8 adds after a snapshot is loaded, in Node 20. */
const withArrays = () =>
  Object.entries({
    toSorted: (list: unknown[], ...given: never[]) => [...list].sort(...given),
    toReversed: (list: unknown[]) => [...list].reverse(),
    toSpliced: (list: unknown[], ...given: [number, number]) => {
      const copy = [...list]
      copy.splice(...given)
      return copy
    },
  })
    .filter(([name]) => !(name in Array.prototype))
    .map(([name, method]) => {
      const value = function (this: unknown[], ...given: never[]) {
        return method(this, ...(given as [never, never]))
      }
      Object.defineProperty(Array.prototype, name, { value, configurable: true })
      return () => Reflect.deleteProperty(Array.prototype, name)
    })

/** Puts others in the place of an object's members until the result is called. */
function standingIn<Of extends object>(object: Of, members: { readonly [Name in keyof Of]?: unknown }): () => void {
  const before = Object.fromEntries(Object.keys(members).map((name) => [name, object[name as keyof Of]]))
  Object.assign(object, members)
  return () => void Object.assign(object, before)
}

void warmUp()
