import { createRequire } from 'node:module'
import { eng } from 'stopword'
import { matchesOf } from '../matches.ts'

/** How *unread* says it; what a person wrote or said themselves is not unread for the language that they speak. */
export const WORDS_IN = 'words that no rule reads, in'

/** Words of a paragraph that are looked at; more change nothing. */
const LOOKED_AT = 400
/** A shorter paragraph is a heading, a name or a list. */
const FEWEST = 10
const WORD = /\p{L}[\p{L}\p{M}'’]+/gu
const ENGLISH = new Set(eng)

/**
 * The language of a paragraph that the rules do not read, in English: they read English alone. By the words that carry
 * grammar, of which every sentence has some; undefined for English, for too few words, and for names and lists.
 */
export function foreignLanguage(paragraph: string): string | undefined {
  const prose = paragraph
    .slice(0, 20_000)
    .replace(CODE, ' ')
    .replace(/\S+/g, (word) => (NO_WORD.test(word) ? '' : word))
  const letters = prose.match(/\p{L}/gu)?.length ?? 0
  if ((prose.match(NOT_LATIN)?.length ?? 0) > letters / 5)
    return SCRIPTS.find(([, script]) => script.test(prose))?.[0] ?? 'letters that are not Latin'
  const words = [...matchesOf(WORD, prose)].slice(0, LOOKED_AT).map(([word]) => word.toLowerCase())
  if (words.length < FEWEST) return undefined
  const english = partOf(words, ENGLISH)
  if (english > 0.2) return undefined
  let most = Math.max(english * 1.5, 0.2)
  let found: string | undefined
  const different = [...new Set(words)]
  for (const [code, list] of listsOf()) {
    const known = partOf(words, list)
    // A few words that come again and again are a formula.
    if (known > most && partOf(different, list) * different.length >= 4) [found, most] = [code, known]
  }
  if (found !== undefined) return new Intl.DisplayNames('en', { type: 'language' }).of(found) ?? found
  const isUnknown = words.length >= 2 * FEWEST && english < 0.09 && isSentences(prose)
  return isUnknown ? 'a language that is not known' : undefined
}

/** Whether a paragraph is of sentences: lists and tables part their few words by other marks. */
const isSentences = (prose: string): boolean =>
  (prose.match(/\p{L} \p{L}/gu)?.length ?? 0) > 2 * (prose.match(/[^\p{L}\p{M} .'’]/gu)?.length ?? 0)

const partOf = (words: readonly string[], list: ReadonlySet<string>): number => {
  let known = 0
  for (const word of words) if (list.has(word)) known++
  return known / words.length
}

const CODE = /`[^`\n]{1,400}`/g
/** Addresses, paths and names in code, which are in no language. */
const NO_WORD = /[/\\_@=:<][^\s]/

const NOT_LATIN = /(?![\p{Script=Latin}\p{Script=Greek}])\p{L}/gu
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Cyrillic letters', /\p{Script=Cyrillic}/u],
]

/** By ISO 639-3. Required at the first paragraph that is not English: sixty lists take longer to load than most commands to run. */
let lists: readonly (readonly [string, ReadonlySet<string>])[] | undefined
const listsOf = () =>
  (lists ??= Object.entries(createRequire(import.meta.filename)('stopword') as Record<string, readonly string[]>)
    .filter(([name]) => /^[a-z]{3}$/.test(name) && name !== 'eng')
    .map(([code, words]) => [code, new Set(words)]))
