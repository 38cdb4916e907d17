/** The folders of a run, to which its paths are relative. */
export interface RunFolders {
  readonly projectDir?: string | undefined
  /** The working directory of the call, if not the project's. */
  readonly cwd?: string | undefined
}

/** A normalised path: relative inside the project, `~/…` in a home folder, else as it is. */
export function projectPath(path: string, { projectDir, cwd }: RunFolders): string {
  const plain = tidy(path)
  const root = projectDir === undefined ? cwd : projectDir
  if (root === undefined) return redactHome(plain)
  const base = tidy(root)
  if (isAbsolute(plain)) return inside(plain, base) ?? redactHome(plain)
  const from = cwd === undefined || plain.startsWith('~') ? undefined : inside(tidy(cwd), base)
  return from === undefined || from === '.' ? plain : tidy(`${from}/${plain}`)
}

/**
 * A word of a command line with the paths in it made relative to the project. What is the project's folder itself within
 * a longer word, and no value of an option, is a text that may be read anywhere else, and stays.
 */
export function projectWord(word: string, { projectDir, cwd }: RunFolders): string {
  if (isAbsolute(word) && !/\s/.test(word)) return withItsSlash(word, projectPath(word, { projectDir, cwd }))
  let text = word
  for (const root of [projectDir, cwd]) {
    const base = root === undefined ? '' : tidy(root)
    if (base.length > 1 && text.includes(base))
      text = text.replace(standing(base), (own: string, within: string | undefined, _: unknown, at: number) =>
        within !== undefined ? '' : STANDS_ALONE.test(text.slice(0, at)) ? '.' : own,
      )
  }
  return redactHome(text)
}

/** What stands before a folder that is a word of its own, or the value of an option. */
const STANDS_ALONE = /^(?:-[\w-]*=?)?["']?$/

/** A slash at the end says that the word is a folder, which `mv` and `cp` heed. */
const withItsSlash = (word: string, path: string): string =>
  word.length > 1 && word.endsWith('/') && !path.endsWith('/') ? `${path}/` : path

/** Matches a folder only as a whole path prefix: `/app` matches neither in `./app` nor in `/apple`. */
const standing = (base: string): RegExp =>
  new RegExp(`(?<![./~])${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:(/)(?=[^\\s/])|()(?![\\w.-]))`, 'g')

/** The folder after `cd dir` in a folder. */
export function folderAt({ projectDir, cwd }: RunFolders, dir: string): string {
  const base = cwd ?? projectDir
  return isAbsolute(dir) || base === undefined ? dir : `${base}/${dir}`
}

/** `~` counts as absolute, because home folders are redacted to it before a turn is stored. */
const isAbsolute = (path: string): boolean => /^(?:[/~]|[A-Za-z]:[\\/])/.test(path)

function inside(path: string, base: string): string | undefined {
  if (path === base) return '.'
  return base !== '/' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined
}

/** Replaces home folders by `~`, because they name a person. */
const redactHome = (text: string): string =>
  text.replace(/(?:\/(?:Users|home)\/[^/\s"']+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/\s"']+)(?=[\\/\s"']|$)/g, '~')

/** What a normalised path has none of. */
const UNTIDY = /^$|^\s|\s$|\\|\/\/|\/$|(?:^|\/)\.\.?(?:\/|$)/

/** Normalises a path: forward slashes, no `.`, no resolvable `..`, no slash at the end. */
function tidy(path: string): string {
  if (!UNTIDY.test(path)) return path
  const parts: string[] = []
  for (const part of path.trim().replaceAll('\\', '/').split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop()
    else parts.push(part)
  }
  return parts.length === 1 && parts[0] === '' ? '/' : parts.length === 0 ? '.' : parts.join('/')
}
