import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Plugin } from 'rolldown'

/** Packages that are ES modules only, which CommonJS cannot load in every Node: they come with what imports them. */
const WITH_OTHERS = [
  '@orama/stemmers',
  'any-ascii',
  'drizzle-orm',
  'get-east-asian-width',
  'jsonc-parser',
  'pure-rand',
  'stemmer',
  'stopword',
  'unbash',
  'uuid',
]

/** Packages that the source requires by name: each in a file of its own, so that V8's code of it can be kept. */
const REQUIRED = ['better-sqlite3', 'gray-matter', 'js-yaml', 'stopword']

/** Those of which others import a part, which comes with what imports it. */
const IN_PART = ['stopword']

/** Packages that few commands call, by the functions that are called: each is loaded, from a file of its own, by the first call. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  'any-ascii': ['default'],
  unbash: ['forEachChild', 'parse'],
}

/** What serves MCP: its own modules take three times as long to load as one file whose code is kept (measured). */
const PROTOCOL = ['@modelcontextprotocol/server', '@modelcontextprotocol/core', '@modelcontextprotocol/node', 'zod']

const INSIDE = [...WITH_OTHERS, ...PROTOCOL, ...REQUIRED, 'bindings']

/** Not a file of the project, nor what the bundler itself puts in. */
export const isPackage = (id: string): boolean => !/^(\.|\0|@oxc-project\/runtime\/)/.test(id) && !isAbsolute(id)

/** A package that Node finds when the program runs. */
export const isOutside = (id: string): boolean =>
  isPackage(id) && !INSIDE.some((name) => id === name || id.startsWith(`${name}/`))

/** Each in a file of its own. */
export const APART = [...REQUIRED, ...Object.keys(LATER)]

/** Puts packages into a CommonJS build; those that are required must be among its entries. */
export const packagesInside: Plugin = {
  name: 'packages-inside',
  transform: (code, id) =>
    isAbsolute(id) ? code.replaceAll("createRequire(import.meta.filename)('", "require('") : undefined,
  resolveId(id, importer, { kind }) {
    if (importer?.startsWith(CALLED)) return { id, external: true }
    if (importer !== undefined && id in LATER) return `${CALLED}${id}`
    const isPart = IN_PART.includes(id) && kind !== 'require-call'
    if (importer !== undefined && REQUIRED.includes(id) && !isPart) return { id: `./${id}.cjs`, external: true }
    if (importer === undefined && isPart) return undefined
    if (`\0${id}` in TEXTS) return `\0${id}`
    return undefined
  },
  load(id) {
    if (id.startsWith(CALLED)) return callsOf(id.slice(CALLED.length))
    return id.endsWith(OTHER_ENGINES) ? 'module.exports = {}' : TEXTS[id]
  },
}

const CALLED = '\0called:'

/** The text of a module with the functions of a package, which load it when they are called. */
const callsOf = (name: string): string =>
  (LATER[name] ?? [])
    .map((called) => {
      const own = called === 'default' ? 'const it = own.default ?? own; return it' : `return own.${called}`
      const begin = called === 'default' ? 'export default function' : `export function ${called}`
      return `${begin} (...given) { const own = require('./${name}.cjs'); ${own}(...given) }`
    })
    .join('\n')

/** gray-matter's own engines, one of which runs JavaScript: `domain/front-matter.ts` gives it the only one that is used. */
const OTHER_ENGINES = join('gray-matter', 'lib', 'engines.js')

const modules = join(import.meta.dirname, '..', 'node_modules')
const driver = join(modules, 'better-sqlite3')
const { version } = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8')) as { readonly version: string }

const TEXTS: Readonly<Record<string, string>> = {
  // Only what is read with: its writer is a third of it.
  '\0js-yaml': `export { FAILSAFE_SCHEMA, load } from ${JSON.stringify(join(modules, 'js-yaml', 'dist', 'js-yaml.mjs'))}`,
  // What imports it needs the English list; the lists of all languages are required.
  '\0stopword': `export { eng } from ${JSON.stringify(join(modules, 'stopword', 'src', 'stopwords_eng.js'))}`,
  // Its CommonJS form requires its parts by a name that no bundler sees.
  '\0jsonc-parser': `export * from ${JSON.stringify(join(modules, 'jsonc-parser', 'lib', 'esm', 'main.js'))}`,
  // Its addon is the one that is installed: where that is of another version, so must the rest be. From 13 on it finds its
  // addon beside itself only.
  '\0better-sqlite3': `
    const installed = require('node:module').createRequire(__filename)
    const isOther = ${!version.startsWith('12.')} || installed('better-sqlite3/package.json').version !== '${version}'
    module.exports = isOther ? installed('better-sqlite3') : require(${JSON.stringify(join(driver, 'lib', 'index.js'))})`,
  // "bindings" looks around the file that asks it, which is none of the package's here.
  '\0bindings': `
    const { dirname, join } = require('node:path')
    const installed = require('node:module').createRequire(__filename)
    module.exports = (name) =>
      installed(join(dirname(installed.resolve('better-sqlite3/package.json')), 'build', 'Release', name))`,
}
