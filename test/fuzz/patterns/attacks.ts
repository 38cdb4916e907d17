import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** A text that never matches to its end: a beginning, a unit that is repeated, and an end. */
export interface Attack {
  readonly before: string
  readonly unit: string
  readonly after: string
}

/** An attack as a text of about that length. */
export const attackText = ({ before, unit, after }: Attack, length: number): string =>
  before + unit.repeat(Math.max(1, Math.floor((length - before.length - after.length) / unit.length))) + after

/**
 * Texts at which a backtracking engine may stand still, made from the pattern itself: whatever may repeat is repeated
 * with each character that its neighbours take as well, and every beginning of a match is begun again and again.
 */
export function attacksOn(source: string, flags: string): readonly Attack[] {
  const parser = new RegExpParser()
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: /[uv]/.test(flags) })
  const letters = alphabetOf(source)
  const attacks = new Map<string, Attack>()
  const add = (before: string, unit: string, after: string) => {
    if (unit !== '') attacks.set(JSON.stringify([before, unit, after]), { before, unit, after })
  }
  for (const { before, node } of walk(pattern.alternatives, '')) {
    for (const unit of unitsOf(node, letters, flags))
      for (const after of AFTER) {
        add(before, unit, after)
        if (before !== '') add('', before + unit, after)
      }
    if (before !== '') add('', before, '')
  }
  return [...attacks.values()].slice(0, MAX_ATTACKS)
}

/** What no class of a pattern expects, and what ends a line: either may be what makes a match fail. */
const AFTER = ['\u0001', '\n\u0001']
const MAX_ATTACKS = 2_000

/** The characters of a pattern's own text, and the ones that classes have in common. */
const alphabetOf = (source: string): readonly string[] => [
  ...new Set([...source.replace(/\\./g, '').replace(/[()[\]{}?*+|\\^$]/g, ''), ...COMMON]),
]
const COMMON = [..." \n\ta0A-_.'/:=,(&我ա"]

/** Every part that may repeat, and the end of every sequence, with the shortest text that leads there. */
function* walk(
  alternatives: readonly AST.Alternative[],
  before: string,
): Generator<{ before: string; node: AST.Element | undefined }> {
  for (const { elements } of alternatives) {
    let led = before
    for (const element of elements) {
      if (element.type === 'Quantifier') {
        if (element.max > 1) yield { before: led, node: element.element }
        yield* inside(element.element, led)
      } else yield* inside(element, led)
      led += shortest(element)
      yield { before: led, node: undefined }
    }
  }
}

function* inside(element: AST.Element, before: string): Generator<{ before: string; node: AST.Element | undefined }> {
  if ('alternatives' in element) yield* walk(element.alternatives, before)
}

/** Texts that a part matches: one for each of its ways, a character class by each letter that it takes. */
function unitsOf(node: AST.Element | undefined, letters: readonly string[], flags: string): readonly string[] {
  if (node === undefined) return []
  if (node.type === 'Group' || node.type === 'CapturingGroup') {
    const ways = node.alternatives.flatMap(({ elements }) => {
      const whole = elements.map(shortest).join('')
      const single = elements.length === 1 ? elements[0]! : elements.find((element) => element.type === 'Quantifier')
      const inner = single?.type === 'Quantifier' ? single.element : single
      return [whole, ...unitsOf(inner, letters, flags)]
    })
    return [...new Set(ways)].slice(0, 40)
  }
  if (node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass') {
    const set = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''))
    return letters.filter((letter) => set.test(letter)).slice(0, 12)
  }
  return [shortest(node)]
}

function shortest(node: AST.Element): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'Quantifier':
      return shortest(node.element as AST.Element).repeat(node.min)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .map(({ elements }) => elements.map(shortest).join(''))
        .reduce((a, b) => (b.length < a.length ? b : a))
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const set = setOf(node.raw)
      return SAMPLES.find((char) => set.test(char)) ?? ''
    }
    case 'Backreference':
      return node.resolved === null || Array.isArray(node.resolved) ? '' : shortest(node.resolved)
    default:
      return ''
  }
}

/** Escapes such as `\-` are none where classes are read as Unicode. */
function setOf(raw: string): RegExp {
  try {
    return new RegExp(`^(?:${raw})$`, 'u')
  } catch {
    return new RegExp(`^(?:${raw})$`)
  }
}
/** One of these is in every class that the sources have; letters first, so that what was begun stays a word. */
const SAMPLES = [
  ...'x',
  ...Array.from({ length: 127 }, (_, i) => String.fromCharCode(i)),
  ...'我аաا\u200b\u{1d400}\u{e0061}\ufe00\u2028éŋ',
]
