/** Why these paths cannot be the files of one folder on every system; undefined where they can. */
export function fileNamesFault(paths: readonly string[]): string | undefined {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const bad = path.split('/').find((name) => !isPortable(name))
    if (bad !== undefined) return `${JSON.stringify(path)} cannot be the name of a file on every system`
    const other = seen.get(folded(path))
    if (other !== undefined) return `${JSON.stringify(other)} and ${JSON.stringify(path)} are one file on some systems`
    seen.set(folded(path), path)
  }
  for (const path of paths)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const file = seen.get(folded(path.slice(0, at)))
      if (file !== undefined) return `${JSON.stringify(file)} is a file, and a folder of ${JSON.stringify(path)}`
    }
  return undefined
}

/** Most that a file system takes, in bytes. */
const MAX_BYTES = 255

function isPortable(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > MAX_BYTES || UNSEEN.test(name) || OTHER_MEANING.test(name)) return false
  // A repository in a skill has settings that run programs.
  return !/[. ]$/.test(name) && !DEVICE.test(name) && !['.git', 'git~1'].includes(folded(name))
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const OTHER_MEANING = /[<>:"|?*\\]/
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The same text for names that some file system takes for one. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
