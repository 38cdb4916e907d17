import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, resolve } from 'node:path'

/** What CommonJS code gets as `require`. */
type Require = ((id: string) => unknown) & { readonly resolve: (id: string) => string }

/**
 * A loader of CommonJS files for a process that makes a snapshot, where Node's own takes Node's modules alone. It works on in
 * what starts from the snapshot, where it also loads addons. `packages`: folders of packages, by name.
 */
export function createLoader(
  builtIn: (id: string) => unknown,
  packages: Readonly<Record<string, string>>,
): { readonly load: (file: string) => unknown; readonly replace: (file: string, exports: unknown) => void } {
  const modules = new Map<string, { exports: unknown }>()

  function load(file: string): unknown {
    const loaded = modules.get(file)
    if (loaded !== undefined) return loaded.exports
    const module: { exports: unknown } = { exports: {} }
    modules.set(file, module)
    if (extname(file) === '.node') process.dlopen(module, file)
    else if (extname(file) === '.json') module.exports = JSON.parse(readFileSync(file, 'utf8'))
    else {
      // Not by node:vm: its scripts are objects of Node's that no snapshot can keep.
      const body = new Function(...SCOPE, `${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`)
      body.call(module.exports, module.exports, requireOf(file), module, file, dirname(file))
    }
    return module.exports
  }

  function requireOf(file: string): Require {
    const resolved = (id: string): string | undefined => {
      const [name = '', ...rest] = id.split('/')
      const folder = packages[name]
      const path = isAbsolute(id)
        ? id
        : id.startsWith('.')
          ? resolve(dirname(file), id)
          : folder && join(folder, ...rest)
      return path === undefined ? undefined : [path, `${path}.js`, join(path, 'lib', 'index.js')].find(isFile)
    }
    const own = (id: string): unknown => {
      if (id === 'node:module') return { createRequire: requireOf }
      const path = resolved(id)
      if (path !== undefined) return load(path)
      return process.getBuiltinModule?.(id) ?? builtIn(id)
    }
    return Object.assign(own, { resolve: (id: string) => resolved(id) ?? id })
  }

  return { load, replace: (file, exports) => void modules.set(file, { exports }) }
}

const isFile = (path: string): boolean => extname(path) !== '' && existsSync(path)

const SCOPE = ['exports', 'require', 'module', '__filename', '__dirname']
