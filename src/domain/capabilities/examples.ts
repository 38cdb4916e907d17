import { LINE, matchesOf } from '../matches.ts'
import type { Kind } from './capability.ts'
import { partsOf } from './markdown.ts'
import { isForbidden } from './prohibition.ts'

// A text about safety shows what it warns of. What its structure marks as not to be done (a heading, the line above a block, a
// mark or comment beside it, a column of a table, a removed line) is shown as that, after all that the skill does, and with
// what it would do. It is not left out: an attacker can write "Bad:" above a step and "run the block above" below
// it. For the same reason a mark changes nothing about what waits for a person (`doneAs`).

const MARK = /错[:：]|错误|反面|❌|✗|✘|🚫|⛔|👎|⚠/u
const GOOD_MARK = /✅|✓|✔|👍/u
/** Words that label what is not to be done; a label is short, so that few are enough. */
const BAD =
  /\b(?:bad|wrong(?:ly)?|incorrect|don['’]?ts?|do\s+not(?:\s+do)?|never(?:\s+(?:do|run|use|write|this|these))?|unsafe|insecure|vulnerable|anti-?patterns?|not\s+(?:this|like\s+this|ok|okay|recommended|acceptable|to\s+do)|forbidden|prohibited|malicious|suspicious|red\s+flags?|warning\s+signs?|smells?|mistakes?|counter-?examples?|non-?compliant|disallowed|unacceptable|payloads?|attack\s+(?:examples?|patterns?)|exploit\s+examples?|to\s+avoid|avoid\s+(?:this|these))\b|^\W{0,8}(?:before|problem|risky|avoid|dangerous|attack|exploit|instead\s+of)\W{0,4}$/i
/** Orders to look for what comes below, or to leave it, which a heading gives for other reasons too. */
const LOOKED_FOR =
  /(?:^[\W\d]{0,8}|\b(?:and|or|so|should|must|that|which|always)\s)(?:flag|reject|detect|refuse|avoid|never|do\s+not|don['’]t|look\s+(?:out\s+)?for|watch\s+for|search\s+for|scan\s+for|grep\s+for|warn\s+(?:about|of|on))\b/i
const GOOD =
  /\b(?:good|right|correct(?:ly)?|do|safe(?:r|ly)?|secure|better|fix(?:ed)?|after|preferred|recommended|compliant|use\s+this|instead)\b/i
/** Words with which a label asks for what stands behind it after all. */
const LETS =
  /\b(?:skip|forget|miss|omit|fail|hesitate|without|until|unless|but|by|then|run|start|begin|proceed|continue|finally|also|errors?|problems?|delays?)\b/i

/** Whether a heading, a comment or (`isLine`) a line above marks what it stands beside as not to be done: by its last clause. */
function isBad(label: string, isLine = false): boolean {
  if (GOOD_MARK.test(label)) return false
  if (MARK.test(label)) return true
  const clause = label
    .trim()
    // What follows "Bad:" says why.
    .replace(/^(\W{0,6}[\w' -]{2,24}):\s[\s\S]*$/, '$1')
    .split(/[.!?;]\s+|,\s(?=instead|use|do\s)|\s—\s/)
    .at(-1)!
  const isNamed = BAD.test(clause) || (isLine && !/\.\W{0,4}$/.test(label) && LOOKED_FOR.test(clause))
  return (
    isNamed && clause.length <= 120 && !LETS.test(clause.replace(/\b(?:do\s+not|never)\s+run\b|instead\s+of/gi, ''))
  )
}

/** Whether one marks it as what to do, which ends what was marked before. */
const isGood = (label: string): boolean =>
  GOOD_MARK.test(label) || (!MARK.test(label) && !BAD.test(label) && GOOD.test(label))

const HEADING = /^\s{0,3}(#{1,6})\s+(.+)|^\s{0,3}\*\*([^*\n]{2,80})\*\*:?\s*$/
const COMMENT =
  /^[\s>]*(?:#|\/\/|--|;|\/\*|<!--|%)\s?(?!\[)(.{2,100})|\S.{0,200}\s(?:#|\/\/|--|<!--|←|<-)\s?(.{2,80})$/u

/** Returns whether a place of a text is refused there, or given to a test; of a document, whether it is an example of what not to do. */
export function examplesIn(text: string, isDocument: boolean): (at: number, kind: Kind) => boolean {
  const marked = new Uint8Array(text.length + 1)
  for (const pattern of [REFUSED, REFUSED_ITEMS, TRIED, TRIED_LINES])
    for (const { 0: all, index } of matchesOf(pattern, text)) marked.fill(1, index, index + all.length)
  if (!isDocument) return (place) => marked[place] === 1
  let section: Section = { level: 0, bad: false, title: '' }
  /** The line that stands above, '' behind a block. */
  let label = ''
  /** Whether the items of a list stand below a line that marks them. */
  let list = false
  for (const { as, text: part, at, language } of partsOf(text)) {
    if (as === 'block' || (as === 'live' && part.includes('\n'))) {
      const isForeign = TEXT.test(language ?? '') && isShown(OF_OTHERS, label, section.title)
      const bad = isBad(label, true) || ((section.bad || list) && !isGood(label)) || isForeign
      markLines(part, at, marked, language === 'diff' ? isRemoved : inBlock(bad))
      label = ''
    } else if (as === 'prose')
      markLines(part, at, marked, (line) => {
        if (QUOTED.test(line)) return isShown(SHOWN, label, section.title)
        const [, level = '', heading = line, bold = heading] = HEADING.exec(line) ?? []
        if (level !== '') section = within(section, level.length, heading)
        list = (list && ITEM.test(line)) || (/:\W{0,4}$/.test(line) && isBad(line, true))
        label = bold
        return section.bad || (list && ITEM.test(line)) || (MARK.test(line) && !GOOD_MARK.test(line))
      })
  }
  for (const { 0: table, 1: head = '', index } of matchesOf(TABLE, text)) markColumns(table, head, index, marked)
  return (place, kind) => marked[place] === 1 || isExamined(text, place, kind)
}
const ITEM = /^\s*(?:[-*+]\s|\d{1,3}[.)]\s|\|)|^\s{2,}\S/

interface Section {
  /** Of the heading that marks what is below it, 0 for none. */
  readonly level: number
  readonly bad: boolean
  readonly title: string
}
/** The section that a heading begins, which may lie in one that is marked. */
function within(outer: Section, level: number, title: string): Section {
  const bad = isBad(title)
  return bad || level <= outer.level ? { level: bad ? level : 0, bad, title } : { ...outer, title }
}

const QUOTED = /^\s{0,3}>/
/** Blocks that nothing runs. */
const TEXT = /^(?:|te?xt|plain\w{0,4}|e?mail|eml)$/
/** Whether what is quoted behind a label, or in a section, is a text that is looked at: it is not to be used. */
const isShown = (shown: RegExp, label: string, title: string): boolean =>
  (shown.test(label) || shown.test(title)) && !USED.test(label)
const OF_OTHERS =
  /\b(?:looks?\s+like|reads?\s+like|like\s+th(?:is|ese)|real\s+finds|phish\w*|scams?|fraud|inject\w*|attack\w*|spam|suspicious)\b/i
const SHOWN = new RegExp(
  `${OF_OTHERS.source}|\\b(?:examples?|samples?|typical(?:ly)?|seen|quot(?:ed?|es|ations?))\\b`,
  'i',
)
const USED =
  /\b(?:send|use|paste|answer|reply|write|copy|insert|put|add|say|post|follow|run|apply|do\s+what|carry|execute)\b[^.]{0,80}:?\W{0,4}$/i

/** Lists of what is refused or asked for in settings, and of what a test is given. */
const REFUSED =
  /["']?\b\w{0,20}(?:deny|denied|blocked|block_?list|black_?list|forbidden|disallow(?:ed)?|prohibited|\bask)\w{0,20}["']?\s?[:=]\s?\[[^\]]{1,4000}\]/gi
const REFUSED_ITEMS =
  /^[ \t]{0,20}["']?\w{0,20}(?:deny|denied|blocked|block_?list|black_?list|forbidden|disallow(?:ed)?|prohibited)\w{0,20}["']?:[ \t]{0,4}\n(?:[ \t]{0,40}-[^\n]{0,400}(?:\n|$)){1,200}/gim
const TRIED =
  /(?:@[\w.]{0,24}parametrize\(|\b(?:it|test|describe)\.each\(|\b\w{0,20}(?:payloads?|attacks?|hostile|evil|malicious|cases|vectors)\w{0,20}\s?:?=\s?)[^[\n]{0,80}\[[^\n]{1,2000}/gi
const TRIED_LINES =
  /(?:@[\w.]{0,24}parametrize\(|\b(?:it|test|describe)\.each\(|\b\w{0,20}(?:payloads?|attacks?|hostile|evil|malicious|cases|vectors|tests)\w{0,20}\s?:?=\s?)[^\n]{0,120}[[({]\n(?:[ \t]{1,40}[^\n]{0,400}\n){1,200}/gi

function markLines(text: string, from: number, marked: Uint8Array, isBadLine: (line: string) => boolean): void {
  for (const { 0: line, index } of matchesOf(LINE, text))
    if (isBadLine(line)) marked.fill(1, from + index, from + index + line.length + 1)
}

const isRemoved = (line: string): boolean => /^\s*-/.test(line)
/** Whether a line of a block is marked: by the block, by a comment above it or by one behind it. */
const inBlock = (given: boolean) => {
  let bad = given
  return (line: string): boolean => {
    const [, above = '', behind = ''] = COMMENT.exec(line) ?? []
    bad = isBad(above) || (bad && !isGood(above))
    return bad || isBad(behind)
  }
}

/** Marks the cells of a table below the titles that mark a column. */
function markColumns(table: string, head: string, from: number, marked: Uint8Array): void {
  const titles = head.split('|').map((title) => title.trim())
  const judged = titles.findLastIndex((title) => title.search(JUDGES) === 0)
  const bad = titles.map((title, i) => (title !== '' && isBad(title)) || (i > 0 && i < judged))
  const cells = table.replace(/\\\||`[^`\n]*`/g, (code) => code.replaceAll('|', ' ')).matchAll(/([^|\n]*)(\||\n|$)/g)
  let column = 0
  let row = 0
  for (const { index, 1: cell = '', 2: end } of cells) {
    if (column === 0) row = index
    if (bad[column] === true || REFUSES.test(cell))
      marked.fill(1, from + (bad[column] === true ? index : row), from + index + cell.length)
    // What is said of a row as a whole is said of its first cell that has code.
    if (bad[column] === true) marked[from + row] = 1
    column = end === '|' ? column + 1 : 0
  }
}
/** A cell that refuses what stands before it. */
const REFUSES =
  /^\s*(?:deny|denied|ask(?: first)?|refused?|reject(?:ed)?|forbidden|never|not\s+allowed|take\s+out|blocked)\W{0,4}$/i
/** A column that says what is wrong with what stands before it. */
const JUDGES =
  /^(?:why\s+not|remarks?|what\s+(?:must|should|may)\s+not\b.*|what\s+goes\s+wrong|bad\s+answers?|objections?)$/i
const TABLE = /^([ \t]{0,8}\|[^\n]{1,400})\n[ \t]{0,8}\|[\s:|-]{3,200}\n(?:[ \t]{0,8}\|[^\n]{0,2000}\n?){1,200}/gm

/** Whether a sentence has a place looked for, or forbids the code that it stands in; keys are named whatever is said of them. */
function isExamined(text: string, at: number, kind: Kind): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const inCode = (text.slice(from, at).match(/`/g)?.length ?? 0) % 2 === 1
  const start = inCode ? text.lastIndexOf('`', at - 1) + 1 : text[at] === '`' ? at + 1 : at
  const length = start === at ? 0 : text.slice(start, start + 400).search(/`|\n|$/)
  if (length > 0 && kind !== 'secrets' && isForbidden(text, start, length, true)) return true
  if (length > 0 && LEFT_OUT.test(text.slice(start + length, start + length + 200))) return true
  const before = text.slice(Math.max(0, start - 240), start)
  return EXAMINES.test(before.split(/[.!?;]\s|\n\s*\n|\n\s*(?:[-*+]|\d{1,3}[.)])\s/).at(-1)!)
}
/** A sentence that goes on by saying that it is none of what is done. */
const LEFT_OUT =
  /^[^.;:|]{0,120}\b(?:is|are)\s+(?:not|never|no)\s+(?:part|allowed|permitted|in\s+scope|run|used|done)\b|^[^.;:|]{0,60}\bout\s+of\s+scope\b/i
/** Words of examination before a place, or a sentence that forbids and gives it as an example. */
const EXAMINES =
  /\b(?:flags?|detects?|rejects?|refuses?|forbids?|spots?|look(?:s|ing)?\s+(?:out\s+)?for|search\s+for|grep\s+for|watch\s+for|scan\s+for|warns?\s+(?:about|of|on)|matching|attackers?)\b(?:(?!\b(?:by|with|using|via|through|run|running|then|execute|do)\b)[\s\S]){0,160}$|\b(?:instead\s+of|rather\s+than)\s(?:\w{1,20}\s){0,2}["'`(]{1,3}$|^\W{0,6}(?:never|do\s+not|don['’]t|avoid)\s[\s\S]{0,160}\b(?:for\s+example|such\s+as|like|e\.g\.)\W{0,4}$/i
