import { LINE, matchesOf } from '../matches.ts'
import type { Add } from './said.ts'

/** Says where code runs what it has fetched or decoded, over several statements, and where it makes a text of numbers. */
export function flowSays(text: string, add: Add): void {
  if (RUNS.test(text) && BRINGS.test(text)) {
    const brought = broughtIn(text)
    for (const { index, 1: inside, 2: behind, 3: code } of matchesOf(RUNS_ALL, text))
      if (names((inside ?? behind ?? code)!, brought)) {
        add('follows_text', 'code that it fetches or decodes', index)
        break
      }
  }
  const numbers = TO_CHARACTERS.test(text) ? text.search(NUMBERS) : -1
  if (numbers >= 0) add('follows_text', 'text that it makes of numbers', numbers)
}

const BRINGS =
  /\brequests\.(?:get|post|request)|\bhttpx\.|\burlopen|\burlretrieve|(?<![\w.])fetch\s?\(|\bhttps?\.get|\baxios\b|DownloadString|DownloadData|\birm\b|\biwr\b|Invoke-(?:WebRequest|RestMethod)|\bfile_get_contents\s?\(\s?["']http|\bb64decode|\batob\s?\(|\bfromhex\b|\bunhexlify|FromBase64String|["']base64["']\s?\)|\bdecompress\s?\(|\bcodecs\.decode|\bNet::HTTP|\bopen-uri\b/i
/** What runs a text, and what it is given. */
const RUNS_ALL =
  /(?<![\w.$])(?:eval|exec|execfile|compile|[Ff]unction|iex|Invoke-Expression|vm\.run\w{0,20}|instance_eval|os\.system|(?:subprocess|child_process)\.\w{1,16}\s?\(\s?\[[^\]\n]{0,60}["']-[ce]["']\s?,)\s{0,4}(?:\(\s{0,4}([\w$.]{1,80}(?:\([^)\n]{0,60}\))?)\s{0,4}[,)]|\s([$]\w{1,60})|(?<=-[ce]["']\s?,)\s{0,4}([\w$.]{1,80}))/g
const RUNS = new RegExp(RUNS_ALL.source)
function names(code: string, known: ReadonlySet<string>): boolean {
  for (const [word] of matchesOf(WORDS, code)) if (known.has(word)) return true
  return false
}
const WORDS = /[A-Za-z_]\w*/g
const SET =
  /(?:^|[\s;{(])\$?([A-Za-z_]\w{0,60})\s{0,4}(?::\s?[\w.]{1,40}\s?)?=(?![=>])([^\n]{1,400})|\bas\s([A-Za-z_]\w{0,60})\s?:/
const NAMES_FUNCTION = /\b(?:def|function|sub)\s([A-Za-z_]\w{0,60})/
const RETURNS = /\breturn\b([^\n]{1,400})/

/** The names of a program's variables and functions that hold what it brings, each line read twice: what is called may stand below. */
function broughtIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const isBrought = (words: string) => BRINGS.test(words) || names(words, found)
  for (let round = 0; round < 2; round++) {
    let inner = ''
    for (const [line] of matchesOf(LINE, text)) {
      inner = NAMES_FUNCTION.exec(line)?.[1] ?? inner
      const [, name, value = line, opened] = SET.exec(line) ?? []
      const set = name ?? opened
      if (set !== undefined && isBrought(value)) found.add(set)
      const returned = RETURNS.exec(line)?.[1]
      if (inner !== '' && returned !== undefined && isBrought(returned)) found.add(inner)
    }
  }
  return found
}

const TO_CHARACTERS =
  /\bchr\s?[(,]|\bmap\(chr|fromC(?:har|ode)\w{1,8}|\bbytes(?:array)?\s?\(|\[char\[?\]?\]|\bpack\s?\(?\s?["'][CU]|\bUint8Array|\bBuffer\.from\s?\(|from_utf8/i
/** A list of numbers as long as a sentence. */
const NUMBERS =
  /(?<![\w.])(?:-?(?:0x[0-9a-f]{1,6}|\d{1,6})\s{0,20},\s{0,20}){23,4000}-?(?:0x[0-9a-f]{1,6}|\d{1,6})(?![\w.])/i
