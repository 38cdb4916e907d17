// Puts the program into few files: a command that loads 170 modules one by one spends most of its time on finding them.
// What a command does not need stays in files of its own, by the dynamic imports of the source.
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type OutputChunk, type RolldownOptions } from 'rolldown'
import * as everyday from '../src/domain/retrieval/everyday.ts'
import { keepCode } from './keep-code.ts'
import { licencesOf } from './licences.ts'
import { APART, isOutside, isPackage, packagesInside } from './packages-inside.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

// Names follow the content: files of an earlier build would pile up.
for (const folder of ['chunks', 'program']) rmSync(join(dist, folder), { recursive: true, force: true })

const common = {
  cwd: root,
  platform: 'node',
  transform: { target: 'node20.19' },
  plugins: [{ name: 'found-out-beforehand', load: foundOut }],
  logLevel: 'warn',
} satisfies RolldownOptions

// The library: ES modules, every package outside.
await build({
  ...common,
  input: { index: 'src/index.ts' },
  external: isPackage,
  output: { dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})

// The command line: CommonJS, which starts sooner, and of which V8's code can be kept.
const commonJs = {
  ...common,
  external: isOutside,
  plugins: [...common.plugins, packagesInside],
  transform: {
    ...common.transform,
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  },
} satisfies RolldownOptions

// What nearly every command loads is in two files: the command line itself, and the loop with its router.
const { output } = await build({
  ...commonJs,
  input: {
    run: 'src/cli/run.ts',
    direct: 'src/daemon/direct.ts',
    'make-snapshot': 'src/daemon/snapshot/make-snapshot.ts',
    ...Object.fromEntries(APART.map((name) => [name, name])),
  },
  output: {
    dir: join(dist, 'program'),
    format: 'cjs',
    strict: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // V8 reads texts of ASCII in half of the time.
    charset: 'ascii',
    comments: false,
    codeSplitting: {
      groups: [
        { name: 'shell', test: /\/src\/(cli\/run|platform\/process)\.ts$/, priority: 2 },
        { name: 'core', test: /\/src\/(app\/open-skill-loop|cli\/commands\/route)\.ts$/, priority: 1 },
      ],
    },
  },
})
const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
writeFileSync(join(dist, 'program', 'LICENCES.txt'), licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)))

// What the page of `ui` loads.
await build({
  cwd: root,
  platform: 'browser',
  transform: { target: 'es2022' },
  input: { page: 'src/ui/browser/page.ts' },
  output: { dir: join(dist, 'ui'), format: 'iife', entryFileNames: '[name].js', minify: true },
  logLevel: 'warn',
})
copyFileSync(join(root, 'src/ui/page.css'), join(dist, 'ui', 'page.css'))

// What the system calls: one small file each. The rest is loaded from beside it.
const CALLED = { main: 'cli/main', hook: 'daemon/hook', snapshot: 'daemon/snapshot/snapshot' }
/** A hook reads no session and no settings, and asks no model: what the registry of engines loads on demand stays out of its file. */
const withoutReaders = {
  name: 'without-readers',
  load: (id: string) =>
    /\/src\/engines\/[^/]+\/(?:format|settings|sample-session|reader|task)\.ts$/.test(id) ? 'export {}' : undefined,
}
for (const [name, source] of Object.entries(CALLED))
  await build({
    ...commonJs,
    plugins: [...commonJs.plugins, withoutReaders],
    input: { [name]: `src/${source}.ts` },
    output: {
      dir: join(dist, 'cli'),
      format: 'cjs',
      strict: true,
      entryFileNames: '[name].js',
      charset: 'ascii',
      codeSplitting: false,
      minify: true,
    },
  })
writeFileSync(join(dist, 'cli', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`)
chmodSync(join(dist, 'cli', 'main.js'), 0o755)
copyFileSync(join(root, 'src/connect/hook.sh'), join(dist, 'cli', 'hook.sh'))
nameBuild()

keepCode(dist, ['cli/hook.js', ...chunks.map(({ fileName }) => `program/${fileName}`)])

/** Puts the name of this build in its place: a snapshot of another one is not run. */
function nameBuild(): void {
  const written = ['cli', 'program'].flatMap((folder) =>
    readdirSync(join(dist, folder))
      .filter((name) => /\.(?:c?js|sh)$/.test(name))
      .sort()
      .map((name) => join(dist, folder, name)),
  )
  const digest = createHash('sha256')
  for (const file of written) digest.update(readFileSync(file))
  const build = digest.digest('hex').slice(0, 16)
  for (const file of written) {
    const text = readFileSync(file, 'utf8')
    if (text.includes('@BUILD@')) writeFileSync(file, text.replaceAll('@BUILD@', build))
  }
}

/** What a file's functions return, in their place; of the folder of commands an import of each file. */
function foundOut(id: string): string | undefined {
  if (id.endsWith('/src/cli/command-files.ts')) {
    const names = readdirSync(join(root, 'src/cli/commands')).map((file) => file.replace('.ts', ''))
    const imports = names.map((name) => `${JSON.stringify(name)}: () => import('./commands/${name}.ts')`)
    return `export const COMMAND_FILES = { ${imports.join(', ')} }`
  }
  if (!id.endsWith('/src/domain/retrieval/everyday.ts')) return undefined
  // Read by JSON.parse in a third of the time that V8 takes for the literal.
  const text = (value: unknown) => JSON.stringify(JSON.stringify(value))
  return Object.entries(everyday)
    .map(([name, find]) => `export const ${name} = () => JSON.parse(${text(find())})`)
    .join('\n')
}
