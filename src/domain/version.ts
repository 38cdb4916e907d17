/** The first version of every skill. */
export const FIRST_VERSION = '0.1.0'

/** The next version: patch + 1. */
export function nextVersion(version: string): string {
  const [major = '0', minor = '1', patch = '0'] = version.split('.')
  return `${major}.${minor}.${Number(patch) + 1}`
}

/** The newest version of a list; undefined if it is empty. */
export const newestVersion = (versions: readonly string[]): string | undefined =>
  [...versions].sort((a, b) => compare(a, b)).at(-1)

/** Whether a version comes before another, by its three numbers. */
export const isOlder = (version: string, than: string): boolean => compare(version, than) < 0

function compare(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split(/[.+-]/, 3).map(Number))
  for (let i = 0; i < 3; i++) if ((x?.[i] ?? 0) !== (y?.[i] ?? 0)) return (x?.[i] ?? 0) - (y?.[i] ?? 0)
  return 0
}
