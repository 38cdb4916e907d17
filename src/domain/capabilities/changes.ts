import { LINE, matchesOf } from '../matches.ts'
import { sentenceAround } from '../safety/sentence.ts'
import type { Kind } from './capability.ts'
import { withoutWrapper } from './command.ts'
import { placesIn } from './places.ts'
import { PRINTS } from './programs.ts'

// A path that is read, named, searched for, listed or a default stays as it is. What changes it is a verb of change, a
// program that is not known to only read, or a call that writes, with the path as its object.

/** What a place stands in. */
type Around = 'prose' | 'shell' | 'code' | 'settings'
type Told = (kind: Kind, what: string, at: number, length: number) => void

/** Says which places a text has changed, and which keys it names; what the commands of a shell change they say themselves. */
export function placesSay(text: string, around: Around, add: Told): void {
  for (const { kind, what, at } of placesIn(text)) {
    if (around === 'code' && what.startsWith('~') && IMPORTS.test(text.slice(Math.max(0, at - 12), at))) continue
    placeSays(kind, what, isChanged(text, at, what.length, around), (...said) => add(...said, at, what.length))
  }
}

/** The same of the words of one command, a mark of redirection before a file. */
export function wordsSay(given: readonly string[], add: (kind: Kind, what: string) => void): void {
  const words = withoutWrapper(given)
  const [program = ''] = words
  const line = words.join(' ')
  const isRead = READS.test(line) || PRINTS.test(program)
  const last = words.findLastIndex((word, i) => !/^[-\d]|^\d?[<>]/.test(word) && !/[<>]$/.test(words[i - 1] ?? ''))
  for (const [i, word] of words.entries()) {
    const before = `${words[i - 1] ?? ''} `
    // What is put into a word by a command of its own is that one's, and what a program looks for names no keys.
    const read = before + word.replace(PUT_IN, ' ')
    for (const { kind, what, at } of i === 0 ? [] : placesIn(read, true)) {
      const upTo = read.slice(Math.max(0, at - NEAR), at)
      const isPut = (COPIES.test(line) ? i === last : !isRead) && !READ_FROM.test(upTo)
      const isEntered = kind === 'writes_outside' && ENTERS.test(program)
      const isOther = isEntered || isPut || REDIRECTED.test(before.trim()) || WRITTEN_TO.test(upTo)
      if (at >= before.length && (isOther || !PRINTS.test(program))) placeSays(kind, what, isOther, add)
    }
  }
}

function placeSays(kind: Kind, what: string, isOther: boolean, add: (kind: Kind, what: string) => void): void {
  if (isOther && OPENS.test(what)) add('background', `a change of who may enter this machine: ${what}`)
  else if (isOther || kind === 'secrets') add(kind, what)
}
/** There `~` is the root of a project's own sources. */
const IMPORTS = /\b(?:from|import|require)\s?\(?\s?["'`]$/
/** What follows is done there. */
const ENTERS = /^(?:cd|pushd)$/
const PUT_IN = /\$\([^()]{0,2000}\)|`[^`]{0,2000}`/g
const REDIRECTED = /^\d?>{1,2}\|?$|^&>{1,2}$/
/** Files that say who may enter a machine, and as whom. */
const OPENS =
  /(?:\/authorized_keys2?|\/sshd_config(?:\.d)?|\/sudoers(?:\.d)?|\/etc\/(?:passwd|shadow|group|hosts\.(?:allow|equiv)|pam\.d)|\/\.(?:rhosts|k5login))(?:\/|$)/

function isChanged(text: string, at: number, length: number, around: Around): boolean {
  if (around === 'prose') return isToldToChange(text, at, length)
  const [line, here] = lineAround(text, at)
  if (COMMENT.test(line)) return (around !== 'shell' && IS_TITLE.test(line)) || isToldToChange(line, here, length)
  if (around === 'settings') return IS_TARGET.test(line) || WRITES.test(line) || isToldToChange(line, here, length)
  if (around === 'shell') return false
  const call = STARTS.exec(line.slice(0, here))?.[0]
  if (call !== undefined) {
    let isSaid = false
    wordsSay(line.slice(call.length).split(/["',\s\])]+/), (_, what) => {
      isSaid ||= what.endsWith(text.slice(at, at + length))
    })
    return isSaid
  }
  if (WRITES.test(line)) return true
  if (ASKS.test(line)) return false
  const written = writtenIn(text)
  const name = ASSIGNED.exec(line.slice(0, here))?.[1]
  return name === undefined ? written.size > 0 : written.has(name)
}
/** Calls that ask whether it is there. */
const ASKS = /\b(?:is_?(?:dir|file)|exists(?:Sync)?|statSync)\s?\(/i
/** A call that starts a program, to where its words begin. */
const STARTS = /^.{0,200}\b(?:run|call|Popen|system|exec\w{0,12}|spawn\w{0,8}|check_\w{1,8}|popen)\s?\(\s?\[?\s?["'`]/
const ASSIGNED = /([A-Za-z_$][\w$]{0,60})\s{0,4}(?::\s?[\w.[\]]{1,60}\s?)?:?=(?!=)[^=]{0,400}$/

/** The line of a text in which a place stands, as far as it is near, and where in it. */
function lineAround(text: string, at: number): readonly [line: string, here: number] {
  const first = Math.max(0, at - NEAR)
  const near = text.slice(first, at + NEAR)
  let from = near.lastIndexOf('\n', at - first - 1) + 1
  while (near[from - 2] === '\\') from = near.lastIndexOf('\n', from - 2) + 1
  const end = near.indexOf('\n', at - first)
  return [near.slice(from, end < 0 ? undefined : end), at - first - from]
}
/** Characters on each side that are looked at. */
const NEAR = 600

const IS_TITLE = /^\s*(?:#|\/\/|--)\s*\S{1,200}\s*$/
const COMMENT = /^\s*(?:#|\/\/|\*|--\s|""")/
/** Settings that name what is written or mounted. */
const IS_TARGET =
  /\b(?:dest\w{0,8}|path|target|output|out|to|creates?|write\w{0,8}|append\w{0,8}|copy|mount\w{0,8}|volumes?|template)\b["']?\s?[:=]|^\s*-\s.{1,200}:\/|\s>{1,2}\s/i

/** Before a place in a command that writes there: a redirection, or an option that names what is put out. */
const WRITTEN_TO =
  /(?:(?:^|[^<])>{1,2}\|?|\bof=|(?:^|\s)(?:-o|-t|--(?:out\w{0,8}|dest\w{0,10}|target\w{0,10}|write\w{0,8}|to|install\w{0,8}))[ =])\s{0,4}["']?$/
/** An option that names what is read. */
const READ_FROM =
  /(?:^|\s)-in ["']?$|(?:^|\s)--?[a-z]?[\w-]{0,40}(?:config|settings?|file|path|dir|from|input|cwd|root|key|cert|rules?)[ =]["']?$|<\s{0,4}["']?$/i
/** Commands that only read the files that they are given, by their first words. */
const READS =
  /^(?:(?:ls|ll|tree|less|more|bat|[efz]?grep|rg|ag|ack|diff|cmp|comm|stat|wc|file|cut|column|nl|od|strings|hexdump|jq|du|df|md5sum|sha\d{1,3}sum|shasum|cksum|cat|head|tail|sort|uniq|tr|xxd|cd|pushd|source|readlink|realpath|dirname|basename|test|which|type|for|case|read|return|export|local|readonly|declare|alias|open|zip|curl|wget|nginx -t|visudo -c|crontab -l|git (?:ls-files|log|diff|show|grep|status|blame|check-ignore)|(?:systemctl|launchctl|defaults) (?:cat|status|show|list|print|read)|tar -?\w{0,4}c)(?![\w-])|(?:sed|yq|awk|gawk) (?!.{0,200}(?:-\w{0,3}i\b|--in-?place))|find (?!.{0,400}-(?:delete|exec))|(?:python3?|node|bun|deno|ruby|perl|Rscript|(?:ba|z|da)?sh) ["']?[$~./\w{}-]{1,300}["']?\s*$|\[|\.\s|[A-Za-z_]\w{0,60}\+?=)/
const COPIES = /^(?:cp|ln|install|rsync|scp|ditto)\s/

/** Calls and commands that write, put, take away or change what they are given. */
export const WRITES =
  /\b(?:write\w*|append_?(?:file|text|line)\w*|save\w*|dump|copy(?:2|file\w*|tree|_?to|Sync)?|cp(?:Sync)?|move|rename\w*|os\.replace|rm(?:tree|Sync)?|remove|unlink\w*|mkdir\w*|makedirs|touch|chmod|symlink\w*|link(?:Sync|_to)|install\w*|inject\w*|patch\w*|edit\w*|modify\w*|update\w*|OpenFile|os\.Create|createWriteStream|(?:set|put|add|ensure|store|insert|upsert|register)[_A-Z]\w*)\s{0,4}\(|\b(?:Set|Add|New|Copy|Move|Remove|Clear)-(?:Content|Item\w*)\b|\bOut-File\b|\b\w{0,8}open\w{0,4}\s?\((?:[^\n]{1,200},)?\s?(?:mode\s?=\s?)?["'][rb]{0,2}[wax+]|\b(?:tee|cp|mv|ln|install|sed\s-i|touch|mkdir|rm|chmod)\s[^\n=(]{1,200}|[^=<>-]>{1,2}\s?(?!\/dev\/null)[~$/"'.\w]/i

/** The names in a text of what it writes; a text is asked for each of its places. */
function writtenIn(text: string): ReadonlySet<string> {
  if (last?.text === text) return last.names
  const names = new Set<string>()
  for (const [line] of matchesOf(LINE, text))
    if (WRITES.test(line)) for (const [name] of line.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(name)
  last = { text, names }
  return names
}
let last: { readonly text: string; readonly names: ReadonlySet<string> } | undefined

const CHANGE =
  'writ(?:e|es|ing)|updat(?:e|es|ing)|add(?:s|ing)?|append(?:s|ing)?|prepend|edit(?:s|ing)?|put(?:s|ting)?|chang(?:e|es|ing)|insert(?:s|ing)?|creat(?:e|es|ing)|modif(?:y|ies|ying)|replac(?:e|es|ing)|sav(?:e|es|ing)|stor(?:e|es|ing)|remov(?:e|es|ing)|delet(?:e|es|ing)|cop(?:y|ies|ying)|past(?:e|es|ing)|extend(?:s|ing)?|plac(?:e|es|ing)|record(?:s|ing)?|install(?:s|ing)?|configur(?:e|es|ing)|set|enabl(?:e|es|ing)|mount(?:s|ing|ed)?|(?:over|re)writ(?:e|es|ing)|mov(?:e|es|ing)|symlink|merg(?:e|es|ing)|generat(?:e|es|ing)|initiali[sz]e|register(?:s|ing)?|touch|adjust(?:s|ing)?|amend|patch|persist|keep|fill|schreibw*|f(?:ü|ue)gw*|erg(?:ä|ae)nzw*|ajoutw*|écriw*|añadw*|agregw*|escribw*|aggiungw*|scrivw*|adicionw*|escrevw*|dopisw*'
const CHANGED =
  'written|updated|added|appended|edited|changed|inserted|created|modified|replaced|saved|stored|removed|deleted|copied|installed|overwritten|rewritten|moved|extended'
/** A verb of change before its object. */
const TOLD = new RegExp(`\\b(?:${CHANGE})\\b(?!-|\\sof\\b)`, 'gi')
/** What says behind a path that it is changed: a verb, or a colon before what it is to hold. */
const TOLD_BEHIND = new RegExp(
  `^[\`"')*]{0,4}(?:,\\s(?:then\\s(?:${CHANGE})\\b|(?:${CHANGE})\\s(?:the|an?|it|its|your|this|these|any|all|every|to)\\b)|:\\s{0,9}$|:\\s{1,2}(?:${CHANGE})\\b|\\s(?:\\w{1,12}\\s){0,3}?(?:is|are|be|gets?|been|must|should|shall|will|has|needs?)\\s(?:\\w{1,12}\\s){0,3}?(?:${CHANGED}|contain|hold|say|list|mention)\\b)`,
  'i',
)
const ARTICLES =
  "(?:\\s(?:the|an?|your|its|this|that|their|our|my|each|any|project|project['’]s|user|user['’]s|global|local|own|new|files?|folders?|directory|called|named))*[\\s`\"'(@*[]{0,6}$"
/** Where it goes; and the words before it that lead nowhere. */
const INTO = new RegExp(`(\\S{0,40})\\s(?:in|on)?to${ARTICLES}`, 'i')
const NO_WAY =
  /^(?:refer\w*|accord\w*|links?|go|goes|paths?|points?|defaults?|set|relative|similar|equal\w*|adher\w*|conform\w*|resolv\w*|back|up|due|access|compar\w*|switch\w*|applies|apply|keep|next|belongs?|listen|navigat\w*|respond\w*|respect|want|need|try|how|when|what|used?|have|has|is|able|agents?)\W?$/i
/** A word right before it that only names it. */
const NAMED = new RegExp(
  `\\b(?:reads?|reading|sees?|follow(?:s|ing)?|consults?|checks?|checking|refer(?:s|red)?\\sto|look(?:s|ing)?\\s(?:at|in)|compares?|inspects?|search(?:es)?|opens?|from|per|like|such\\sas|e\\.g\\.|lives?\\sin|(?:rules?|conventions?|guidelines?|instructions?|contents?|notes?|described|documented|defined|specified|listed|stored|found|located|given|written|configured|set|stated|said)\\s(?:in|at|by|of|under|for)|nothing\\s\\w{3,12}\\s(?:in|under|at|to|of|on)|exists?|whether|if|lists?|scans?|detects?|loads?|respects?|hono(?:u)?rs?|parses?|with|than|and)${ARTICLES}`,
  'i',
)
const NOT_LATIN = /[\u0400-\u1fff\u3040-\ud7ff]/

/** Whether a sentence tells to change a place, or says that it is changed. */
function isToldToChange(text: string, at: number, length: number): boolean {
  const before = sentenceAround(text.slice(0, at), at, 0)
  const behind = sentenceAround(text, at, length).slice(before.length + length)
  if (NAMED.test(before)) return false
  if (TOLD_BEHIND.test(behind) || NOT_LATIN.test(before)) return true
  const way = INTO.exec(before)?.[1]
  if (way !== undefined) return !NO_WAY.test(way)
  const clause = before
    .split(/[;:]\s|\b(?:unless|because|whether)\s|\s[—–]\s|\n[ \t]{0,20}(?:[-*+]|\d{1,3}[.)]|\|)\s/)
    .at(-1)!
  return [...matchesOf(TOLD, clause)].length > 0
}
