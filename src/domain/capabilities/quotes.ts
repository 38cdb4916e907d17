import { LINE, matchesOf } from '../matches.ts'
import { redactText } from '../redact.ts'
import type { Add } from './said.ts'
import { weightOf } from './weight.ts'

// Rules know what has been done before; a new deed has other words. So what is not known to be harmless is shown as it
// stands, and a person decides. A quoted line is true of every skill that has it.

/** From this weight on a line of code, and a sentence, is quoted: it touches two things, not one. */
const CODE = 5
const SENTENCE = 7

/** SQL with each of its statements on one line, at the same place. */
export const inStatements = (text: string): string =>
  text
    .replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    .replace(/[^;\s][^;]*/g, (statement) => statement.replaceAll('\n', ' '))

/**
 * Quotes the lines of settings, and of code, that touch what a person should see, a long one in pieces. A line of settings
 * may say what it sets by the name that it stands under; `depth`: so many names, 2 for code.
 */
export function quoteLines(text: string, add: Add, depth = 1): void {
  let open: (readonly [level: number, name: string])[] = []
  for (const { 0: line, index } of matchesOf(LINE, text)) {
    const level = SECTION.test(line) ? -1 : line.search(/[^\s-]/)
    if (line.trim() === '' || SILENT.test(line)) continue
    open = open.filter(([outer]) => outer < level)
    const own = weightOf(line.slice(0, PIECE))
    const names = open.slice(-depth).map(([, name]) => `${name} › `)
    const isPart = own < CODE && own >= TOUCHES && (depth === 1 || DECIDES.test(line))
    // What a function comes out with by itself is not decided.
    if (names.length >= (/^\s*return\b/.test(line) ? depth : 1) && isPart)
      quote(`${names.join('')}${line.trim()}`, index + Math.max(0, level), add)
    else
      for (let from = 0; from < line.length; from += PIECE)
        quote(line.slice(from, from + PIECE), index + from + line.search(/\S/), add)
    if (OPENS.test(line)) open.push([level, line.trim().replace(/[\s:=[{(]{1,8}$/, '')])
  }
}
/** A line of code that says how what stands around it comes out. */
const DECIDES = /\breturn\b|\bnext\(|^\s*[\w.$[\]"']{1,60}\s?:?=(?!=)|\bset\w{2,20}\(|\bok\b|\bpass/i
const TOUCHES = 3
const SECTION = /^\s*\[[^\]\n]{1,80}\]{1,2}\s*$/
const OPENS = /[:{[(]\s*$|^\s*\[[^\]\n]{1,80}\]{1,2}\s*$/
const PIECE = 300
/** Comments, imports, and what is only looked for. */
const SILENT =
  /^\s*(?:(?:#|\/\/|--|\/?\*)(?!.{0,60}(?:disable|ignore|no\s?(?:sec|lint|qa|sonar)))|import\b|from\s\S+\simport\b|(?:git )?grep\b|rg\b|Get-\w)/

/** Quotes a command, where it touches enough and does not only read; `bare`: without the flags before its first argument. */
export const quoteCommand = (command: string, bare: string, at: number, add: Add): void => {
  if (!READS.test(bare)) quote(command, at, add)
}
const READS =
  /^\S+ (?:\S+ )?(?:get|list|ls|describe|show|logs?|status|diff|view|help|version|info|inspect|validate|check|plan|search|grep|blame|tests?|lint|explain|wait|top|events|whoami|ls-\w+|(?:get|list|describe)-[\w-]+)(?: |$)/

function quote(line: string, at: number, add: Add): void {
  if (line.length > 4 && weightOf(line) >= CODE) add('says', `\`${short(line.trim()).replaceAll('`', "'")}\``, at)
}

/** Quotes the sentences of a paragraph that have something done. */
export function quoteProse(text: string, add: Add): void {
  for (const { 0: sentence, index } of matchesOf(SENTENCES, text)) {
    if (/^\s*(?:[#>]|\*\*[^*]{1,80}\*\*\s*$)/.test(sentence) || FORBIDS.test(sentence)) continue
    const plain = sentence
      .trim()
      .replace(/^(?:[-*+>]\s|\d{1,3}[.)]\s)+/, '')
      .replace(/^"(.*)"$/s, '$1')
    // A reader of the page does not see a comment, and not what stands for a picture.
    const least = SENTENCE + Math.floor(plain.length / 250) - (UNSEEN.test(plain) ? 4 : 0)
    // A list of code is no sentence; each is looked at by itself.
    const words = plain.replace(/`[^`]*`/g, '')
    if (!/[a-z]{2} [a-z]|\p{L}{4}/iu.test(words)) continue
    if (weightOf(plain) < least) continue
    // What weighs by its code alone is as good or bad an example as that.
    const code = weightOf(words) < least ? sentence.indexOf('`') : -1
    add('says', `"${short(plain)}"`, index + (code < 0 ? sentence.search(/\S/) : code))
  }
}
const UNSEEN = /^(?:<!--|!\[)/
/** A sentence that has nothing done; one that has nothing said of it is quoted. */
const FORBIDS =
  /^[\W\d]{0,8}(?:never|do\s+not|don['’]t|avoid|no|refuse)\b(?!\s+(?:\w+\s+){0,2}(?:mention|tell|inform|report|list|explain|disclos|reveal|show|ask))/i
const SENTENCES = /(?:[^.!?\n]|[.!?](?!\s|$)|\n(?!\s*(?:\n|[-*+]\s|\d{1,3}[.)]\s|\||#)))+/g

/** A text on one line without secrets; of a long one the clause that weighs most. */
function short(text: string): string {
  const plain = withAddresses(redactText(text.slice(0, 600)).text, text).replace(/\s+/g, ' ')
  if (plain.length <= LONGEST) return plain
  let [from, most] = [0, weightOf(plain.slice(0, LONGEST))]
  for (const { index } of matchesOf(CLAUSE, plain)) {
    const weight = weightOf(plain.slice(index, index + LONGEST))
    if (weight > most) [from, most] = [index, weight]
  }
  const cut = plain.slice(from, from + LONGEST - (from === 0 ? 1 : 2))
  return `${from === 0 ? '' : '…'}${cut.trimEnd()}${from + cut.length < plain.length ? '…' : ''}`
}
/** A text without secrets, in which the people stand whom it names: who is written to or let in is what a person looks for. */
function withAddresses(redacted: string, text: string): string {
  const people = text.match(PERSON) ?? []
  return redacted.replaceAll('[redacted:email]', (mark) => people.shift() ?? mark)
}
const PERSON = /[\w.+-]{1,60}@(?:[\w-]{1,60}\.){1,5}[a-z]{2,20}/gi
const CLAUSE = /(?<=[,;:—({]\s?)[^\s,;:—({]/g
/** With its marks it is an object of a manifest that says nothing to a reader. */
const LONGEST = 112
