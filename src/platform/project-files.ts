import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative, resolve, sep } from 'node:path'

/** The text of a project's file or folder, or why it is not shown. */
export type ProjectLook = { readonly text: string } | { readonly refused: string }

/** A file of a project as text, at most 8,000 characters. Links that lead out of it and files that hold secrets are refused. */
export async function readProjectFile(projectDir: string, path: string): Promise<ProjectLook> {
  const place = await inside(projectDir, path)
  if ('refused' in place) return place
  const found = await stat(place.file)
  if (!found.isFile()) return { refused: `${path} is no file` }
  if (found.size > MAX_BYTES) return { refused: `${path} is larger than ${MAX_BYTES / 1024} KiB` }
  const bytes = await readFile(place.file)
  if (bytes.includes(0)) return { refused: `${path} is no text` }
  const text = bytes.toString('utf8')
  return { text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n[cut]` : text }
}

/** The names in a folder of a project, folders with a slash behind them. */
export async function listProjectFolder(projectDir: string, path: string): Promise<ProjectLook> {
  const place = await inside(projectDir, path)
  if ('refused' in place) return place
  if (!(await stat(place.file)).isDirectory()) return { refused: `${path} is no folder` }
  const entries = await readdir(place.file, { withFileTypes: true })
  const names = entries
    .filter(({ name }) => !isSecret(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  return { text: names.toSorted().slice(0, MAX_NAMES).join('\n') }
}

const MAX_BYTES = 256 * 1024
const MAX_TEXT = 8_000
const MAX_NAMES = 200

/** The real path of `path`, if it is below the project's real folder. */
async function inside(
  projectDir: string,
  path: string,
): Promise<{ readonly file: string } | { readonly refused: string }> {
  try {
    const root = await realpath(projectDir)
    const file = await realpath(resolve(root, path))
    const below = relative(root, file)
    if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
      return { refused: `${path} lies outside the project` }
    const parts = below.split(sep)
    return parts.some(isSecret) || isSecret(basename(root)) ? { refused: `${path} may hold secrets` } : { file }
  } catch {
    return { refused: `${path} does not exist` }
  }
}

/** Whether a file or folder of this name usually holds secrets, or (`.git`) the content of every other file. */
const isSecret = (name: string): boolean =>
  /^(?:\.git|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.netrc|\.npmrc|\.pypirc|\.envrc|\.env(?:\..*)?|id_(?:rsa|dsa|ecdsa|ed25519).*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|credentials(?:\..*)?|secrets?(?:\..*)?|.*_history)$/i.test(
    name,
  )
