import type { SkillLoop } from '../app/skill-loop.ts'
import type { Settings } from '../config/options.ts'

type DatabaseSize = Pick<Awaited<ReturnType<SkillLoop['upkeep']['tally']>>, 'bytes' | 'freeBytes'>

const MB = 2 ** 20
const MAX = 'retention.maxMb'

export const sizeText = ({ bytes, freeBytes }: DatabaseSize): string =>
  `${(bytes / MB).toFixed(1)} MiB${freeBytes < MB ? '' : `, ${(freeBytes / MB).toFixed(1)} MiB of it free`}`

/** What is above the bound, and why it may stay so; undefined where the rows are within it. */
export function overBound(
  { bytes, freeBytes }: DatabaseSize,
  { settings, configFile }: { readonly settings: Settings; readonly configFile: string },
): { readonly found: string; readonly fix: string } | undefined {
  const used = bytes - freeBytes
  if (used <= settings[MAX] * MB) return undefined
  const days = settings['bucket.expiryDays']
  return {
    found:
      `the rows of the database take ${(used / MB).toFixed(1)} MiB, more than ${MAX} (${settings[MAX]}): the oldest turns and ` +
      `decisions are removed once a day, but none younger than bucket.expiryDays (${days}), and nothing that a skill needs`,
    fix: `Where it stays so, set "${MAX}" in ${configFile} to ${Math.ceil((2 * used) / MB)} or more, or delete archived skills with "wayland-core purge"`,
  }
}
