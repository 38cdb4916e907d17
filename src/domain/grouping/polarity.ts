/** Which side of each pair of opposites a text takes: one bit a pair. */
export interface Polarity {
  readonly plus: number
  readonly minus: number
}

/** The polarity of lower-case words. A text that says both sides of a pair takes neither. */
export function polarityOf(words: Iterable<string>): Polarity {
  let plus = 0
  let minus = 0
  for (const word of words) {
    plus |= PLUS.get(word) ?? 0
    minus |= MINUS.get(word) ?? 0
  }
  return { plus: plus & ~minus, minus: minus & ~plus }
}

/** Whether two texts take opposite sides of some pair. */
export const opposed = (a: Polarity, b: Polarity): boolean => ((a.plus & b.minus) | (a.minus & b.plus)) !== 0

/** Each line is one pair: the words of one side, a bar, the words of the other. At most 31 lines. */
const PAIRS = `
on | off
up | down
add include insert | remove delete exclude drop
enable | disable
increase raise louder higher brighter brighten | decrease lower reduce quieter softer dim dimmer
start begin | stop end finish
open | close
show | hide
lock | unlock
install | uninstall
accept approve | reject decline deny
upgrade | downgrade
encrypt | decrypt
encode | decode
import | export
upload | download
push | pull
mute | unmute
expand | collapse
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((side) => side.trim().split(' ')))

const bits = (side: 0 | 1): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  PAIRS.forEach((pair, i) => {
    for (const word of pair[side] ?? []) found.set(word, (found.get(word) ?? 0) | (1 << i))
  })
  return found
}
const PLUS = bits(0)
const MINUS = bits(1)
