/** The sides of opposites ("enable", "disable") that a text mentions: a bit mask, one bit per side. */
export type Polarity = number

export function polarityOf(words: readonly string[]): Polarity {
  const switches = words.some((word) => SWITCHES.has(word))
  let sides = 0
  for (const word of words) if (switches || !PARTICLES.has(word)) sides |= SIDES.get(word) ?? 0
  return sides
}

/** Whether both texts mention an axis but no common side: "turn it on", "turn it off", "turn it up" are three. */
export const opposed = (a: Polarity, b: Polarity): boolean =>
  a !== 0 && b !== 0 && AXES.some((axis) => (a & axis) !== 0 && (b & axis) !== 0 && (a & b & axis) === 0)

/** A line is an axis, a bar separates its sides. At most 31 sides. */
const OPPOSITES = `
on | off | up increase raise louder higher brighter brighten | down decrease lower reduce dim dimmer quieter softer darker
add include insert append put | remove delete exclude drop erase clear
enable | disable
start begin | stop end finish
open | close
show | hide
lock | unlock
install | uninstall
accept approve | reject decline deny
upgrade | downgrade
encode encrypt | decode decrypt
import | export
upload | download
mute | unmute
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((side) => side.trim().split(' ')))

/** Also prepositions: they count as a side only in a text with one of `SWITCHES`. */
const PARTICLES: ReadonlySet<string> = new Set(['on', 'up', 'down'])
const SWITCHES: ReadonlySet<string> = new Set(
  'turn turned turning switch switched switching power toggle crank bring shut'.split(' '),
)

const SIDES = new Map<string, number>()
const AXES = OPPOSITES.map((axis) => axis.reduce((mask, side) => mask | sideOf(side), 0))

function sideOf(words: readonly string[]): number {
  const bit = 1 << new Set(SIDES.values()).size
  for (const word of words) SIDES.set(word, bit)
  return bit
}
