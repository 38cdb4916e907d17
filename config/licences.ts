import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The licences of the packages that modules are of, one after the other, each under its name and version. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.filter((file) => file.includes('/node_modules/')).map((file) => packageOf(file)))
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function packageOf(file: string): string {
  const folder = dirname(file)
  const manifest = join(folder, 'package.json')
  // A folder of a package may hold a package.json of its own, without a name.
  return existsSync(manifest) && 'name' in readManifest(folder) ? folder : packageOf(folder)
}

function licenceOf(folder: string): string {
  const { name, version, license } = readManifest(folder)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  const own = file === undefined ? SAME_TEXT.get(license) : join(folder, file)
  if (own === undefined) throw new Error(`${name} comes without its licence (${license})`)
  return `${name} ${version} (${license})\n\n${readFileSync(own, 'utf8').trim()}\n`
}

/** Licences whose text names no holder, so that a package which comes without has the same. */
const SAME_TEXT: ReadonlyMap<string, string> = new Map([['Apache-2.0', join(import.meta.dirname, '..', 'LICENSE')]])

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
