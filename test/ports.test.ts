import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Statement } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../src')
const STORE = join(SRC, 'store/store.ts')
const SUITES = join(import.meta.dirname, 'store/conformance')

/** Where a port is declared, and where its suite is. */
interface Port {
  readonly file: string
  readonly suite: string
}

/** The ports that a store is made of: each has a suite of its own. */
const stores = [...declarationsOf(STORE)].flatMap((statement) => {
  if (statement.type !== 'TSInterfaceDeclaration' || statement.id.name !== 'Store') return []
  return statement.extends.flatMap(({ expression }) =>
    expression.type === 'Identifier' && expression.name !== 'AsyncDisposable' ? [expression.name] : [],
  )
})
const imports = readFileSync(STORE, 'utf8').matchAll(/import type \{([^}]+)\} from '(.*)'/g)
const storeFiles = new Map(
  [...imports].flatMap(([, names = '', path = '']) =>
    names.split(',').map((name) => [name.trim(), join(dirname(STORE), path)] as const),
  ),
)
const suites = readdirSync(SUITES).filter((file) => file.endsWith('.ts'))

const ports = new Map<string, Port>([
  ...stores.map((port): [string, Port] => {
    const file = storeFiles.get(port) ?? ''
    const suite = suites.find((path) => readFileSync(join(SUITES, path), 'utf8').includes(`function ${suiteOf(port)}(`))
    return [port, { file, suite: join(SUITES, suite ?? port) }]
  }),
  ...Object.entries({
    SkillFolder: ['store/skill-folder.ts', 'store/skill-folder-conformance.ts'],
    ModelProvider: ['model/language-model.ts', 'model/language-model-conformance.ts'],
    TranscriptSource: ['service/turns/transcript-source.ts', 'engines/transcript-source-conformance.ts'],
  } as const).map(([port, [file, suite]]): [string, Port] => [
    port,
    { file: join(SRC, file), suite: join(import.meta.dirname, suite) },
  ]),
])

describe('the suites of the ports', () => {
  it('are as many as there are ports', () => {
    const known = [...ports.values()].map(({ file }) => file)
    const given = readdirSync(join(SRC, 'store/ports')).map((file) => join(SRC, 'store/ports', file))
    expect(given.filter((file) => !known.includes(file))).toEqual([])
    expect(stores.length).toBeGreaterThan(20)
  })

  it.each(stores)('%s has one of its own, which is run over every store', (port) => {
    const { suite } = ports.get(port) as Port
    expect(existsSync(suite)).toBe(true)
    expect(readFileSync(`${SUITES}.ts`, 'utf8')).toContain(`${suiteOf(port)}(open)`)
  })

  it.each([...ports])('%s: every member is used in its suite', (port, { file, suite }) => {
    const parts = [suite, ...filesOf(suite.replace(/\.ts$/, ''))]
    const text = parts.map((path) => readFileSync(path, 'utf8')).join('\n')
    const members = membersOf(file, port)
    expect(members.length).toBeGreaterThan(0)
    const isUsed = (member: string) =>
      new RegExp(`\\.${member}\\b|\\{[^}]*\\b${member}\\b[^}]*\\} = (?:store|await open|model)`).test(text)
    expect(members.filter((member) => !isUsed(member))).toEqual([])
  })
})

function suiteOf(port: string): string {
  return `${port[0]?.toLowerCase()}${port.slice(1)}Conformance`
}

const filesOf = (folder: string): readonly string[] =>
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
