import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname, resolve } from 'node:path'
import { Script } from 'node:vm'

const byNode = createRequire(import.meta.filename)

/** What was compiled here, by file: the build keeps the code that V8 made of it. */
export const scripts = new Map<string, Script>()

/**
 * Loads a CommonJS file of the build, and what it requires from beside it, by the code that V8 made of each when they were
 * built (`<file>.code`): compiling them costs more than most commands. A file without code is Node's to load. V8 refuses
 * code of another V8, of other flags or of a text of another length, and compiles as usual: the same runs in each case. Of
 * texts of one length it would not know: the build removes all code before it writes any.
 */
export function load(file: string): unknown {
  const loaded = byNode.cache[file]
  if (loaded !== undefined) return loaded.exports
  const code = codeOf(file)
  if (code === undefined) return byNode(file)
  const script = new Script(textOf(file), { filename: file, cachedData: code })
  scripts.set(file, script)
  const own = createRequire(file)
  const module = new Module(file)
  module.filename = file
  // One instance of each, whichever way it is asked for.
  byNode.cache[file] = module
  try {
    const run = script.runInThisContext() as (...scope: readonly unknown[]) => void
    const folder = dirname(file)
    const byCode = (id: string) => (id.startsWith('./') ? load(resolve(folder, id)) : own(id))
    run.call(module.exports, module.exports, Object.assign(byCode, own), module, file, folder)
  } catch (error) {
    delete byNode.cache[file]
    throw error
  }
  module.loaded = true
  return module.exports
}

/** A file as the function that Node makes of it. What is ASCII, as the build writes it where it can, is read faster. */
function textOf(file: string): string {
  const bytes = Buffer.concat([HEAD, readFileSync(file), TAIL])
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

const [HEAD, TAIL] = Module.wrap('\0')
  .split('\0')
  .map((part) => Buffer.from(part)) as [Buffer, Buffer]

function codeOf(file: string): Buffer | undefined {
  try {
    return readFileSync(`${file}.code`)
  } catch {
    return undefined
  }
}
