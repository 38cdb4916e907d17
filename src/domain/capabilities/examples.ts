import { LINE, matchesOf } from '../matches.ts'
import type { Kind } from './capability.ts'
import { partsOf } from './markdown.ts'
import { isForbidden } from './prohibition.ts'

// A text about safety shows what it warns of. What its structure marks as not to be done (a heading, the line above a block, a
// mark or comment beside it, a column of a table, a removed line) is shown as that, after all that the skill does, and with
// what it would do. It is not left out: an attacker can write "Bad:" above a step and "run the block above" below
// it. For the same reason a mark changes nothing about what waits for a person (`doneAs`).

const MARK = /❌|✗|✘|🚫|⛔|👎|⚠/u
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
  const isNamed = BAD.test(clause) || (isLine && LOOKED_FOR.test(clause))
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

/** Returns whether a place of a Markdown text is marked as an example of what not to do. */
export function examplesIn(text: string): (at: number, kind: Kind) => boolean {
  const marked = new Uint8Array(text.length + 1)
  let section = { level: 0, bad: false }
  /** The line that stands above, '' behind a block. */
  let label = ''
  /** Whether the items of a list stand below a line that marks them. */
  let list = false
  for (const { as, text: part, at, language } of partsOf(text)) {
    if (as === 'block' || (as === 'live' && part.includes('\n'))) {
      const bad = isBad(label, true) || ((section.bad || list) && !isGood(label))
      markLines(part, at, marked, language === 'diff' ? isRemoved : inBlock(bad))
      label = ''
    } else if (as === 'prose')
      markLines(part, at, marked, (line) => {
        const [, level = '', heading = line, bold = heading] = HEADING.exec(line) ?? []
        const bad = level !== '' && isBad(heading)
        if (bad || (level !== '' && level.length <= section.level)) section = { level: bad ? level.length : 0, bad }
        list = (list && ITEM.test(line)) || (/:\W{0,4}$/.test(line) && isBad(line, true))
        label = bold
        return section.bad || (list && ITEM.test(line)) || (MARK.test(line) && !GOOD_MARK.test(line))
      })
  }
  for (const { 0: table, 1: head = '', index } of matchesOf(TABLE, text)) markColumns(table, head, index, marked)
  return (place, kind) => marked[place] === 1 || isExamined(text, place, kind)
}
const ITEM = /^\s*(?:[-*+]\s|\d{1,3}[.)]\s|\|)|^\s{2,}\S/

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
  const bad = head.split('|').map((title) => title.trim() !== '' && isBad(title))
  const cells = table.replace(/\\\||`[^`\n]*`/g, (code) => code.replaceAll('|', ' ')).matchAll(/([^|\n]*)(\||\n|$)/g)
  let column = 0
  for (const { index, 1: cell = '', 2: end } of cells) {
    if (bad[column] === true) marked.fill(1, from + index, from + index + cell.length)
    column = end === '|' ? column + 1 : 0
  }
}
const TABLE = /^([ \t]{0,8}\|[^\n]{1,400})\n[ \t]{0,8}\|[\s:|-]{3,200}\n(?:[ \t]{0,8}\|[^\n]{0,2000}\n?){1,200}/gm

/** Whether a sentence has a place looked for, or forbids the code that it stands in; keys are named whatever is said of them. */
function isExamined(text: string, at: number, kind: Kind): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const inCode = (text.slice(from, at).match(/`/g)?.length ?? 0) % 2 === 1
  const start = inCode ? text.lastIndexOf('`', at - 1) + 1 : text[at] === '`' ? at + 1 : at
  const length = start === at ? 0 : text.slice(start, start + 400).search(/`|\n|$/)
  if (length > 0 && kind !== 'secrets' && isForbidden(text, start, length, true)) return true
  const before = text.slice(Math.max(0, start - 240), start)
  return EXAMINES.test(before.split(/[.!?;]\s|\n\s*\n|\n\s*(?:[-*+]|\d{1,3}[.)])\s/).at(-1)!)
}
/** Words of examination before a place, or a sentence that forbids and gives it as an example. */
const EXAMINES =
  /\b(?:flags?|detects?|rejects?|refuses?|forbids?|spots?|look(?:s|ing)?\s+(?:out\s+)?for|search\s+for|grep\s+for|watch\s+for|scan\s+for|warns?\s+(?:about|of|on)|matching|attackers?)\b(?:(?!\b(?:by|with|using|via|through|run|running|then|execute|do)\b)[\s\S]){0,160}$|\b(?:instead\s+of|rather\s+than)\s(?:\w{1,20}\s){0,2}["'`(]{1,3}$|^\W{0,6}(?:never|do\s+not|don['’]t|avoid)\s[\s\S]{0,160}\b(?:for\s+example|such\s+as|like|e\.g\.)\W{0,4}$/i
