import { matchesOf } from '../matches.ts'

/** A part of a text, by what it is for a reader. */
export interface Part {
  /** `live`: an agent runs it when the text is loaded. */
  readonly as: 'prose' | 'span' | 'block' | 'live'
  readonly text: string
  readonly at: number
  /** The language that a block of code names. */
  readonly language?: string
}

const FENCE = /^[\s>]{0,20}(?:[-*+]|\d{1,3}[.)])?[\s>]{0,20}(`{3,}|~{3,})(!?)[ \t]*\{?\.?([\w+#-]*)/
const LIVE = /!(`+)(?![,.;:)]\s)([^`\n]{1,4000})\1|!\{([^}\n]{1,4000})\}/g
const SPAN = /(`{1,3})((?:(?!\1)[^`]|`(?!\1)){1,2000}?)\1|<(code|pre|kbd)[^>]{0,80}>([\s\S]{1,4000}?)<\/\3>/gi

/** The parts of a Markdown text: blocks of code, paragraphs of prose, the spans of code in them, and live templates. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  let prose = ''
  // A fence that nothing closes goes to the end of the text.
  let block: (Part & { text: string }) | undefined
  let closedBy = ''
  let at = 0
  const endProse = () => {
    if (prose.trim() !== '') for (const part of ofProse(prose, at - prose.length)) parts.push(part)
    prose = ''
  }
  for (const line of text.split('\n')) {
    const [fence, marks = '', live, language = ''] = FENCE.exec(line) ?? []
    const bare = line.replace(/^[\s>]+/, '').trimEnd()
    if (block !== undefined) {
      if (bare.startsWith(closedBy) && /^(?:`+|~+)$/.test(bare)) block = undefined
      else block.text += `${line.replace(/^\s{0,3}> ?/, '')}\n`
    } else if (fence === undefined && line.trim() !== '') prose += `${line}\n`
    else {
      endProse()
      if (fence !== undefined) {
        const as = live === '!' ? 'live' : 'block'
        block = { as, text: '', at: at + line.length + 1, language: language.toLowerCase() }
        closedBy = marks
        parts.push(block)
      }
    }
    at += line.length + 1
  }
  endProse()
  return parts
}

function* ofProse(text: string, from: number): Generator<Part> {
  yield { as: 'prose', text, at: from }
  for (const match of matchesOf(LIVE, text)) yield { as: 'live', text: match[2] ?? match[3]!, at: from + match.index }
  for (const match of matchesOf(SPAN, text))
    yield { as: 'span', text: (match[2] ?? match[4] ?? '').trim(), at: from + match.index }
}
