import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A regular expression of the product, and a file that has it. */
export interface Found {
  readonly file: string
  readonly source: string
  readonly flags: string
}

const SOURCES = new URL('../../../src/', import.meta.url).pathname

/**
 * Every regular expression of the sources, once: the literals, read off the syntax trees, and what `new RegExp` makes
 * while the modules load and `ASKED` is asked. Throws when a file calls `new RegExp` and none was made there.
 */
export async function patternsOfSources(): Promise<readonly Found[]> {
  const { literals, makers } = readSources()
  const made = await madeIn(makers)
  const missing = makers.filter((file) => !made.some((pattern) => pattern.file === file))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} makes patterns when asked: say in ASKED how to have them made`)
  const all = [...literals, ...made].map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern] as const)
  return [...new Map(all).values()]
}

/** How the patterns come about that no module makes while it loads. */
const ASKED: Readonly<Record<string, (module: Readonly<Record<string, (...args: never[]) => unknown>>) => unknown>> = {
  'connect/toml-block.ts': ({ hasBlock }) => hasBlock?.(...(['a = 1\n', 'mcp'] as never[])),
  'domain/check.ts': ({ checksWork }) => checksWork?.(...(["cat <<'EOF' > a\nb\nEOF\nnpm test"] as never[])),
  'domain/draft/project-path.ts': ({ projectWord }) =>
    projectWord?.(...(['a=/srv/app/b', { projectDir: '/srv/app' }] as never[])),
  'domain/redaction/cues.ts': ({ cuesIn }) => cuesIn?.(...(['a'.repeat(1_000)] as never[])),
  'domain/redaction/removal.ts': ({ removalOf }) =>
    removalOf?.(...([new Map([['correcthorse', 'password']])] as never[])),
  'domain/render.ts': ({ renderSkill }) =>
    renderSkill?.(
      ...([{ text: '---\nname: a\ndescription: b\n---\n$ARGUMENTS', folder: '/a', isReviewed: true }, 'b'] as never[]),
    ),
  'domain/routing/follow-up.ts': ({ isFollowUp }) => isFollowUp?.(...(['the same for staging'] as never[])),
}

interface Node {
  readonly type?: string
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
}

function readSources(): { readonly literals: readonly Found[]; readonly makers: readonly string[] } {
  const literals: Found[] = []
  const makers = new Set<string>()
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, regex, callee } = node as Node
      if (type === 'Literal' && regex !== undefined) literals.push({ file, source: regex.pattern, flags: regex.flags })
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') makers.add(file)
      for (const inner of Object.values(node)) visit(inner)
    }
    visit(parseAst(readFileSync(join(SOURCES, file), 'utf8'), { lang: 'ts' }, file).body)
  }
  return { literals, makers: [...makers] }
}

/** Loads modules while a listening constructor stands in for `RegExp`, and tells what each file had made. */
async function madeIn(files: readonly string[]): Promise<readonly Found[]> {
  const made: Found[] = []
  const Plain = globalThis.RegExp
  const listening = new Proxy(Plain, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const pattern = new target(source, flags)
      const by = new Error('made').stack?.split('\n').find((line) => line.includes(SOURCES))
      const file = files.find((name) => by?.includes(join(SOURCES, name)))
      if (file !== undefined) made.push({ file, source: pattern.source, flags: pattern.flags })
      return pattern
    },
  })
  globalThis.RegExp = listening
  try {
    for (const file of files) {
      const module = (await import(join(SOURCES, file))) as never
      ASKED[file]?.(module)
    }
  } finally {
    globalThis.RegExp = Plain
  }
  return made
}
