import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Script } from 'node:vm'
import { underUsualFlags } from '../platform/v8-flags.ts'

/** Scripts compiled by this module, by file: the build stores the code that V8 made of them. */
export const scripts = new Map<string, Script>()

/**
 * Loads a CommonJS file of the build, and what it requires from beside it, by the code that V8 made of each when they were
 * built (`<file>.code`): compiling them costs more than most commands. A file without code is compiled here too, since what
 * Node's own loader loads requires the rest without its code. V8 refuses code of another V8, of other flags or of a text of
 * another length, and compiles as usual: the same runs in each case. Of texts of one length it would not know: the build
 * removes all code before it writes any. Node keeps such code by itself from 22.8 on, for the V8 that runs (measured on
 * 24.21: route in .84 of its time).
 */
export function load(file: string): unknown {
  // Not at the top: setting up Node's loader once more takes a sixth of what a hook costs, which does without it. Once: an
  // audit of 20,000 skills imports as often, and a loader for each took a tenth of it.
  byNode ??= loaderOf(dirname(file))
  if (keepsCode()) return byNode(file)
  const loaded = byNode.cache[file]
  if (loaded !== undefined) return loaded.exports
  const text = readFileSync(file, 'utf8')
  // A script of its own cannot import: what imports a package is Node's to load.
  if (/\bimport\("/.test(text)) return byNode(file)
  const { createRequire, Module } = process.getBuiltinModule('node:module')
  const own = createRequire(file)
  const module = new Module(file)
  module.filename = file
  // One instance of each module, also where Node's own loader requires it.
  byNode.cache[file] = module
  try {
    const folder = dirname(file)
    const byCode = (id: string) => (id.startsWith('./') ? load(resolve(folder, id)) : own(id))
    run({ file, text }, module, Object.assign(byCode, own))
  } catch (error) {
    delete byNode.cache[file]
    throw error
  }
  module.loaded = true
  return module.exports
}

let byNode: NodeJS.Require | undefined

function loaderOf(folder: string): NodeJS.Require {
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module') as CompilingModule
  // Its usual place follows TMPDIR, which a project may set: V8 runs what it finds there.
  enableCompileCache?.(resolve(folder, 'compiled'))
  return createRequire(import.meta.filename)
}

/** Whether Node keeps the code of what it loads by itself. */
const keepsCode = (): boolean => 'enableCompileCache' in process.getBuiltinModule('node:module')

type CompilingModule = typeof import('node:module') & { readonly enableCompileCache?: (folder: string) => unknown }

/** Loads a file that requires nothing but Node's own modules, by its stored code. */
export function loadAlone(file: string): unknown {
  const module = { exports: {} }
  run({ file, text: readFileSync(file, 'utf8') }, module, (id) => process.getBuiltinModule(id))
  return module.exports
}

/** Runs a file's text as the function that Node wraps around a CommonJS module. */
function run(
  { file, text }: { readonly file: string; readonly text: string },
  module: { readonly exports: unknown },
  require: (id: string) => unknown,
): void {
  const code = codeOf(file)
  const wrapped = `(function (exports, require, module, __filename, __dirname) { ${text}\n});`
  const script = underUsualFlags(() => new Script(wrapped, { filename: file, ...(code && { cachedData: code }) }))
  scripts.set(file, script)
  const body = script.runInThisContext() as (...scope: readonly unknown[]) => void
  body.call(module.exports, module.exports, require, module, file, dirname(file))
}

function codeOf(file: string): Buffer | undefined {
  try {
    return readFileSync(`${file}.code`)
  } catch {
    return undefined
  }
}
