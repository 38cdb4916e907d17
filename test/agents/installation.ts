import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type AgentProgram, NEWER_NODE } from './programs.ts'
import { runProcess } from './run-process.ts'

/** How an installed program is started: a file, and the words before its own. */
export interface Installed {
  readonly program: AgentProgram
  readonly file: string
  readonly words: readonly string[]
  /** Folder with its binary, for the PATH. */
  readonly bin: string
}

const INSTALL_MS = 10 * 60_000

/** Where programs are kept between campaigns: `WAYLAND_AGENTS_CACHE`, else a folder of the person's cache. */
const CACHE =
  process.env.WAYLAND_AGENTS_CACHE ??
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wayland-core', 'agents')

/** Installs a program into the cache, unless it is there. */
export async function installed(program: AgentProgram): Promise<Installed> {
  const { package: name, version, binary, newerNode } = program
  const folder = join(CACHE, `${binary}-${version}`)
  await install(folder, name, version)
  const bin = join(folder, 'node_modules', '.bin')
  const own = realpathSync(join(bin, binary))
  // A native program needs no Node, whatever its package says.
  if (newerNode !== true || !/\.[cm]?js$/.test(own)) return { program, file: join(bin, binary), words: [], bin }
  const node = join(CACHE, `node${NEWER_NODE}`)
  await install(node, 'node', NEWER_NODE)
  const file = realpathSync(join(node, 'node_modules', 'node', 'bin', 'node'))
  return { program, file, words: [own], bin }
}

/** The newest published version of a program, by the registry's own mark. */
export async function latest(program: AgentProgram): Promise<AgentProgram> {
  const { code, stdout, stderr } = await npm(
    ['view', program.package, 'version', 'engines.node', '--json'],
    process.cwd(),
  )
  if (code !== 0) throw new Error(`npm view ${program.package} failed: ${stderr.trim()}`)
  const told = JSON.parse(stdout) as string | { readonly version: string; readonly 'engines.node'?: string }
  const { version, 'engines.node': wanted = '' } = typeof told === 'string' ? { version: told } : told
  const { newerNode: _, ...rest } = program
  return Number(/\d+/.exec(wanted)?.[0] ?? 0) > 20 ? { ...rest, version, newerNode: true } : { ...rest, version }
}

async function install(folder: string, name: string, version: string): Promise<void> {
  const own = join(folder, 'node_modules', ...name.split('/'), 'package.json')
  if (existsSync(own) && isVersion((JSON.parse(readFileSync(own, 'utf8')) as { version: string }).version, version))
    return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  console.log(`installing ${name} ${version} into ${dirname(folder)}`)
  const { code, stderr } = await npm(['install', '--no-audit', '--no-fund', `${name}@${version}`], folder)
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`npm install ${name}@${version} failed: ${stderr.trim()}`)
}

const isVersion = (found: string, wanted: string): boolean => found === wanted || found.startsWith(`${wanted}.`)

/** Some packages start their program as they are installed: it meets a home of its own, and npm the person's settings. */
function npm(words: readonly string[], cwd: string) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('XDG_'))
  const env = {
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: join(homedir(), '.npm'),
    ...(Object.fromEntries(own) as Record<string, string>),
    HOME: join(CACHE, 'home'),
  }
  mkdirSync(env.HOME, { recursive: true })
  return runProcess('npm', words, { cwd, env, milliseconds: INSTALL_MS })
}
