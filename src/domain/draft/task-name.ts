import anyAscii from 'any-ascii'
import { ADDRESS } from '../grouping/action.ts'
import { MAX_NAME } from '../skill.ts'
import { impersonal } from './impersonal.ts'
import { isInstance } from './instance.ts'
import { foreignWords } from './language.ts'
import { isEmptyWord } from './request-words.ts'
import { contentWords, isSaid, sharedWords, wordStem } from './shared-words.ts'
import { complaintOf, titleOf } from './title.ts'
import { isVerb } from './verbs.ts'

/**
 * The deed and its object as two to four of the words that most requests have, in the order in which a person says
 * them: `commit-update-changelog`. Other scripts are romanised. Undefined if the requests share fewer than two words.
 */
export function taskName(requests: readonly string[]): string | undefined {
  const texts = requests.map((text) => impersonal(text).replace(ADDRESSES, ' ').replace(ENDINGS, ''))
  const foreign = foreignWords(texts)
  const shared = sharedWords(texts, foreign).filter(isTelling)
  const order = foreign === undefined ? (titleOf(texts, shared) ?? mendingOf(texts, shared)) : undefined
  const said = contentWords(order ?? phraseOf(texts, shared) ?? shared.join(' ')).filter(isTelling)
  const [verb] = order === undefined ? [] : said
  const words = strongest(said, shared, verb).map(romanised)
  const safe = words.filter((word, i) => word !== '' && words.indexOf(word) === i)
  while (safe.join('-').length > MAX_NAME - PREFIX) safe.pop()
  return safe.length < 2 ? undefined : safe.join('-')
}

const mendingOf = (texts: readonly string[], shared: readonly string[]): string | undefined =>
  complaintOf(texts, shared)?.replace('Fixes failures of', 'fix')

/** Web addresses, whose words name a host or an owner, and the endings of file names. */
export const ADDRESSES = /https?:\/\/\S+/g
const ENDINGS = /(?<=[\w-])\.[a-z]{1,4}\b/gi

/**
 * A deed by its verb and object: `gh pr create` is `create-pr`, `git push` is `git-push`. Undefined for a lone program.
 */
export function deedName(deed: string): string | undefined {
  const [program = '', ...rest] = deed.split(' ').map((word) => romanised(word.replace(ENDINGS, '')))
  const words = rest.length === 1 || program === 'edit' ? [program, ...rest] : rest
  const last = words.at(-1) ?? ''
  const ordered = isVerb(last) && !isVerb(words[0]!) && rest.length > 1 ? [last, ...words.slice(0, -1)] : words
  const name = ordered.filter((word) => word !== '').join('-')
  return name.includes('-') && name.length <= MAX_NAME - PREFIX ? name : undefined
}

/** The shortest piece of a request that has most of the shared words; undefined where they stand far apart. */
export function phraseOf(requests: readonly string[], shared: readonly string[]): string | undefined {
  const found = requests
    .flatMap((text) => text.split(CLAUSE))
    .flatMap((text) => piecesOf(text.split(/\s+/), shared))
    .sort(
      (a, b) =>
        b.common - a.common || a.text.length - b.text.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
  return found[0]?.text
}

const CLAUSE = /[,;!?()"“”\n]|[.:](?:\s|$)/
/** Words of a piece: a longer one says more than the task. */
const MAX_PIECE = 8
/** Words of a clause that are looked at. */
const MAX_CLAUSE = 40

function piecesOf(words: readonly string[], shared: readonly string[]) {
  const marked = words.slice(0, MAX_CLAUSE).map((word) => contentWords(word).filter((one) => isSaid(one, shared)))
  return marked.flatMap((first, from) => {
    if (first.length === 0) return []
    const stems = new Set<string>()
    return marked.slice(from, from + MAX_PIECE).flatMap((own, length) => {
      if (own.length === 0) return []
      for (const word of own) stems.add(wordStem(word))
      return [{ common: stems.size, text: words.slice(from, from + length + 1).join(' ') }]
    })
  })
}

const MAX_WORDS = 4
const PREFIX = 'auto-'.length

/** The verb and the words that most requests have, the longer ones first; in the order given. */
function strongest(said: readonly string[], shared: readonly string[], verb: string | undefined): readonly string[] {
  const rank = (word: string) => shared.findIndex((other) => isSaid(word, [other]))
  const best = said
    .filter((word) => word !== verb && rank(word) >= 0)
    .sort((a, b) => b.length - a.length || rank(a) - rank(b))
    .slice(0, MAX_WORDS - 1)
  return said.filter((word) => word === verb || best.includes(word))
}

/** No word of address, no number, no id, and in Japanese no word in hiragana alone, which are function words and verb endings. */
export const isTelling = (word: string): boolean =>
  !isEmptyWord(word) &&
  !ADDRESS.has(word) &&
  !/^\p{N}+$/u.test(word) &&
  !isInstance('', word) &&
  !/^\p{sc=Hira}+$/u.test(word)

const romanised = (word: string): string =>
  anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
