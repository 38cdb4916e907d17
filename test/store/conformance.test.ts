import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Statement } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../src/store/store.ts')
const SUITES = join(import.meta.dirname, 'conformance')

/** The ports that a store is made of, each with the file that it is in. */
const ports = [...declarationsOf(SOURCE)].flatMap((statement) => {
  if (statement.type !== 'TSInterfaceDeclaration' || statement.id.name !== 'Store') return []
  return statement.extends.flatMap(({ expression }) =>
    expression.type === 'Identifier' && expression.name !== 'AsyncDisposable' ? [expression.name] : [],
  )
})
const files = [...readFileSync(SOURCE, 'utf8').matchAll(/import type \{ (\w+) \} from '(.*)'/g)]
const fileOf = new Map(files.map(([, port = '', path = '']) => [port, join(dirname(SOURCE), path)]))

describe('the suites of the ports', () => {
  it('are as many as there are ports', () => {
    const given = readdirSync(join(dirname(SOURCE), 'ports'))
    const known = ports.map((port) => fileOf.get(port) ?? '')
    expect(given.filter((file) => !known.some((path) => path.endsWith(`ports/${file}`)))).toEqual([])
    expect(ports.length).toBeGreaterThan(20)
  })

  it.each(ports)('%s has one of its own, in a file of the same name, and it is run over every store', (port) => {
    const suite = join(SUITES, fileOf.get(port)?.split('/').at(-1) ?? '')
    const name = `${port[0]?.toLowerCase()}${port.slice(1)}Conformance`
    expect(existsSync(suite)).toBe(true)
    expect(readFileSync(suite, 'utf8')).toContain(`export function ${name}(`)
    expect(readFileSync(`${SUITES}.ts`, 'utf8')).toContain(`${name}(open)`)
  })

  it.each(ports)('%s: every method is called in it', (port) => {
    const file = fileOf.get(port) ?? ''
    const suite = join(SUITES, file.split('/').at(-1) ?? '')
    const text = [suite, ...partsOf(suite.replace(/\.ts$/, ''))].map((path) => readFileSync(path, 'utf8')).join('\n')
    const members = membersOf(file, port)
    expect(members.length).toBeGreaterThan(0)
    expect(
      members.filter((member) => !new RegExp(`\\bstore\\.${member}\\b|\\{ ${member} \\} = store`).test(text)),
    ).toEqual([])
  })
})

const partsOf = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []

function membersOf(file: string, port: string): readonly string[] {
  return [...declarationsOf(file)].flatMap((statement) =>
    statement.type === 'TSInterfaceDeclaration' && statement.id.name === port
      ? statement.body.body.flatMap((member) =>
          'key' in member && member.key.type === 'Identifier' ? [member.key.name] : [],
        )
      : [],
  )
}

function* declarationsOf(file: string): Iterable<Statement> {
  for (const statement of parseSync(file, readFileSync(file, 'utf8')).program.body)
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration !== null) yield statement.declaration
}
