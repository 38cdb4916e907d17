import { LINE, matchesOf } from '../matches.ts'
import { sentenceAround } from '../safety/sentence.ts'
import type { Kind } from './capability.ts'
import { partsOf } from './markdown.ts'
import { isForbidden } from './prohibition.ts'

// What no one runs is quoted: what somebody else wrote, the cells of a table, documents in a block, what a list of a guard
// or a test holds, and what stands below a heading or a line that says it is looked for or wrong. It is not left out: an
// attacker can write "Bad:" above a step and "run the block above" below it. For the same reason a mark changes nothing
// about what waits for a person (`doneAs`).

/** A heading or a line that says of what is below it that it is looked for or not to be done. */
const MARKS =
  /错|反面|❌|✗|✘|🚫|⛔|👎|⚠|\bdo\s+not\W{0,4}$|\b(?:bad|wrong|incorrect|don['’]?ts?|never|unsafe|insecure|vulnerable|anti-?patterns?|forbidden|prohibited|malicious|suspicious|red\s+flags?|warning\s+signs?|smells?|mistakes?|payloads?|attacks?|exploits?|phish\w*|scams?|spam|inject\w*|avoid\s+th(?:is|ese)|not\s+(?:this|like|to|ok|allowed)|detect\w*|checks?\s+for|flags?|findings?|look\s+(?:out\s+)?for|(?:watch|search|scan|grep)\s+for|indicators?|looks?\s+like|reads?\s+like)\b/iu
/** A comment that says so: its block shows what is wrong and what is right, and neither is a step. */
const BAD =
  /(?:#|\/\/|--|<!--)\s?(?:\W{0,4}(?:bad|wrong|never|don['’]?t|insecure|unsafe|vulnerable)\b|[^\w\s]{0,4}[❌✗✘]|.{0,40}\b(?:malicious|attack)\b)/iu
const HEADING = /^\s{0,3}(#{1,6})\s+(.+)|^\s{0,3}\*\*([^*\n]{2,80})\*\*:?\s*$/
const ITEM = /^\s*(?:[-*+]\s|\d{1,3}[.)]\s|\|)|^\s{2,}\S/
const CELL = /^\s{0,3}\|/
const QUOTE = /^\s{0,3}>/
/** How a note of the text's own begins, which is set like what somebody else said. */
const NOTE = /^\s{0,3}>\s?(?:\[!|\*\*|[^\w\s"'“«„>-])/
/** Languages of documents, of which nothing runs a block. */
const DOCUMENTS = /^(?:te?xt|plain\w{0,4}|markdown|md|e?mail|eml|log|csv|rst|adoc)$/

/** Lists of what is refused or asked for in settings, what a test is given, and what it asks of the thing that it tests. */
const LISTED = [
  /^[ \t]{0,20}(?:await\s)?(?:assert\b|expect\()[^\n"'`]{0,200}["'`][^\n]{1,400}|\bclient\.(?:get|post|put|patch|delete)\(\s?["'`]\/[^\n]{1,400}/gm,
  /["']?\b\w{0,20}(?:deny|denied|blocked|block_?list|black_?list|forbidden|disallow(?:ed)?|prohibited|\bask)\w{0,20}["']?\s?[:=]\s?\[[^\]]{1,4000}\]/gi,
  /^[ \t]{0,20}["']?\w{0,20}(?:deny|denied|blocked|block_?list|black_?list|forbidden|disallow(?:ed)?|prohibited)\w{0,20}["']?:[ \t]{0,4}\n(?:[ \t]{0,40}-[^\n]{0,400}(?:\n|$)){1,200}/gim,
  /(?:@[\w.]{0,24}parametrize\(|\b(?:it|test|describe)\.each\(|\b\w{0,20}(?:payloads?|attacks?|hostile|evil|malicious|cases|vectors)\w{0,20}\s?:?=\s?)[^[\n]{0,80}\[[^\n]{1,2000}/gi,
  /(?:@[\w.]{0,24}parametrize\(|\b(?:it|test|describe)\.each\(|\b\w{0,20}(?:payloads?|attacks?|hostile|evil|malicious|cases|vectors|tests)\w{0,20}\s?:?=\s?)[^\n]{0,120}[[({]\n(?:[ \t]{1,40}[^\n]{0,400}\n){1,200}/gi,
]

/** Returns whether a place of a text is quoted there: to be read, and not to be done. */
export function examplesIn(text: string, isDocument: boolean): (at: number, kind: Kind) => boolean {
  const marked = new Uint8Array(text.length + 1)
  for (const pattern of LISTED)
    for (const { 0: all, index } of matchesOf(pattern, text)) marked.fill(ALL, index, index + all.length)
  if (!isDocument) return (at) => marked[at] === ALL
  const above: Above = { section: 0, isLabel: false }
  for (const { as, text: part, at, language = '' } of partsOf(text))
    if (as === 'prose') markLines(part, at, marked, ofProse(above))
    else if (as === 'block') {
      markLines(part, at, marked, ofBlock(above, part, language))
      above.isLabel = false
    }
  return (at, kind) => marked[at] === ALL || (marked[at] === DEEDS && kind !== 'says') || isExamined(text, at, kind)
}

/** What marks what stands below it: a heading, by its level, 0 for none, and the line right above. */
interface Above {
  section: number
  isLabel: boolean
}

/** The mark of each line of a block: by what stands above it, by its language, and by the comments in it. */
function ofBlock({ section, isLabel }: Above, text: string, language: string): (line: string) => number {
  const isQuoted = section > 0 || isLabel || DOCUMENTS.test(language) || BAD.test(text)
  return (line) => (isQuoted || (language === 'diff' && line.startsWith('-')) ? ALL : 0)
}

/** The same of a paragraph, whose headings and labels mark what comes after it. */
function ofProse(above: Above): (line: string) => number {
  let isQuote: boolean | undefined
  return (line) => {
    const [, level = '', heading = '', bold] = HEADING.exec(line) ?? []
    const ends = above.section === 0 || level.length <= above.section
    if (level !== '' && ends) above.section = MARKS.test(heading) ? level.length : 0
    const isItem = ITEM.test(line)
    const isListed = above.isLabel && isItem
    if (!isItem) above.isLabel = (bold !== undefined || /:\W{0,4}$/.test(line)) && MARKS.test(line)
    isQuote = QUOTE.test(line) ? (isQuote ?? !NOTE.test(line)) : undefined
    return above.section > 0 || isListed || isQuote === true ? ALL : CELL.test(line) ? DEEDS : 0
  }
}

/** How a place is marked: by `DEEDS` it is said all the same what stands there. */
const ALL = 1
const DEEDS = 2

function markLines(text: string, from: number, marked: Uint8Array, markOf: (line: string) => number): void {
  for (const { 0: line, index } of matchesOf(LINE, text)) {
    const mark = markOf(line)
    if (mark > 0) marked.fill(mark, from + index, from + index + line.length + 1)
  }
}

/** Whether a sentence has a place looked for, or forbids the code that it stands in; keys are named whatever is said of them. */
function isExamined(text: string, at: number, kind: Kind): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const inCode = (text.slice(from, at).match(/`/g)?.length ?? 0) % 2 === 1
  const start = inCode ? text.lastIndexOf('`', at - 1) + 1 : text[at] === '`' ? at + 1 : at
  const length = text[start - 1] === '`' ? text.slice(start, start + 400).search(/`|\n|$/) : 0
  if (length > 0 && kind !== 'secrets' && isForbidden(text, start, length, true)) return true
  const before = text.slice(Math.max(0, start - 240), start)
  if (kind === 'secrets') {
    const sentence = sentenceAround(text, at, 1)
    if (IGNORED.test(sentence) && !OPENED.test(sentence)) return true
  }
  return EXAMINES.test(before.split(/[.!?;]\s|\n\s*\n|\n\s*(?:[-*+]|\d{1,3}[.)])\s/).at(-1)!)
}
/** What a file of names to be left out holds, or is to hold; and what is done with a file all the same. */
const IGNORED =
  /\b(?:add|list|put|keep|belong|cover)(?:s|ed|ing)?\b[^\n]{0,160}\b(?:to|in|into)\s`{0,2}\.[a-z]{2,12}ignore\b|\.[a-z]{2,12}ignore`{0,2}\s(?:\w{1,12}\s){0,2}(?:holds?|has|lists?|contains?|covers?|excludes?)\b/i
const OPENED =
  /\b(?:read|cat|open|sen[dt]|post|print|cop[yi]|load|show|upload|collect|attach|source|export|includ|past|dump|follow|run|execute)\w{0,3}\b/i
/** Words of examination before a place, or a sentence that forbids and gives it as an example. */
const EXAMINES =
  /\b(?:flags?|detects?|catch(?:es)?|rejects?|refuses?|forbids?|spots?|look(?:s|ing)?\s+(?:out\s+)?for|search\s+for|grep\s+for|watch\s+for|scan\s+for|warns?\s+(?:about|of|on)|match(?:es|ing)|attackers?)\b(?:(?!\b(?:by|with|using|via|through|run|running|then|execute|do)\b)[\s\S]){0,160}$|\bwithout\s\w{1,12}ing\s(?:\w{1,12}\s){0,3}["'`(]{0,3}$|\b(?:instead\s+of|rather\s+than)\s(?:\w{1,20}\s){0,2}["'`(]{1,3}$|^\W{0,6}(?:no|never|do\s+not|don['’]t|avoid)\s[^`]{0,160}(?:\b(?:for\s+example|such\s+as|like|e\.g\.)|\()\s?(?:`[^`]{1,60}`,\s){0,8}\W{0,4}$/i
