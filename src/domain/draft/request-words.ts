import { STOPWORDS, unicodeWords } from '../signature.ts'

/** The words of a request by class, in reading order. */
export interface RequestWords {
  /** Answers: yes, option, continue; numbers and single letters, which name one of several options. */
  readonly answers: readonly string[]
  /** Words that refer to an earlier message: it, this, the same, these changes. */
  readonly pointers: readonly string[]
  /** Verbs that ask for work without naming its object: fix, commit, run. */
  readonly verbs: readonly string[]
  /** The other words, which say what the request is about. */
  readonly objects: readonly string[]
}

/**
 * Classifies the words of a request, up to the second distinct object, which is enough to decide. Scripts written
 * without spaces are segmented into words.
 */
export function requestWords(text: string): RequestWords {
  const answers: string[] = []
  const pointers: string[] = []
  const verbs: string[] = []
  const objects: string[] = []
  for (const word of unicodeWords(text)) {
    if (POINTERS.has(word)) pointers.push(word)
    else if (ANSWERS.has(word) || CHOICE.test(word)) answers.push(word)
    else if (VERBS.has(word)) verbs.push(word)
    else if (!EMPTY.has(word) && (word.length > 1 || !ASCII.test(word))) {
      objects.push(word)
      if (word !== objects[0]) break
    }
  }
  return { answers, pointers, verbs, objects }
}

/** Whether a lower-case word says what a request is about: no answer, pointer or verb. */
export const isObject = (word: string): boolean =>
  !POINTERS.has(word) && !ANSWERS.has(word) && !CHOICE.test(word) && !VERBS.has(word) && !EMPTY.has(word)

/** Whether a text has an object, and at least one more object or verb. */
export function namesTask(text: string): boolean {
  const { objects, verbs } = requestWords(text)
  return objects.length > 0 && new Set([...objects, ...verbs]).size >= 2
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
const ASCII = /^[\x00-\x7f]*$/
/** A number, also ordinal, or a single letter, as in "option b". */
const CHOICE = /^(?:\d{1,3}(?:st|nd|rd|th)?|[b-hj-z])$/

/** Whether a word says neither what is done nor to what: function words and fillers. */
export const isEmptyWord = (word: string): boolean => EMPTY.has(word)

const EMPTY: ReadonlySet<string> = new Set([
  ...STOPWORDS,
  ...set(`
ll re ve us let lets don doesn isn go want think just really actually maybe perhaps try give going then
well hmm hm ah oh um uh hey hi hello thing way bit little quickly still already together first back need needs
something everything anything kindly ahead right away straight exactly idea whatever`),
])

const ANSWERS = set(`
yes yeah yep yup no nope nah ok okay k sure thanks thank thx ty great perfect nice good cool correct agreed agree fine
awesome excellent done works worked continue proceed resume next approve approved accept accepted confirm confirmed
lgtm option options choice variant both neither none either all first second third fourth last sorry stop wait
hold retry recommended suggestion suggested proposal default y n
sí si ja nein oui non da nyet weiter sigue continúa continuar continuer vale claro gracias danke merci genau adelante
好 好的 是 是的 对 对的 可以 行 嗯 不 不是 不用 继续 谢谢 没问题 同意 はい いいえ うん 了解 続けて ありがとう お願いします ok です 네 예 응 아니요 계속 좋아요`)

const POINTERS = set(`
it its this that these those them they same again one ones above below previous former latter such here there
change changes stuff things issue issues problem problems part rest work others plan plans step steps following
它 这 这个 那 那个 这些 那些 これ それ あれ ここ 이것 그것`)

const VERBS = set(`
do doing does did fix fixes make implement apply change update add remove delete check run rerun commit push pull
merge rebase look see review show explain redo repeat undo revert use using handle address finish start
create write move rename refactor clean cleanup investigate debug verify try
arregla hazlo corrige mach mache behebe korrigiere fais corriger
修复 修改 提交 直して 修正 して 고쳐`)
