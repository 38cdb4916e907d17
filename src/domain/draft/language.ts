import { unicodeWords } from '../signature.ts'

/** The most frequent function words of languages other than English. */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = table(`
de: der die das den dem des und oder nicht mit für von bitte ein eine einen einem einer ist sind im zu zum zur auf aus bei wie was ich mir mal noch auch alle kannst du
es: el los las un una unos de del la y o para por con en que como este esta esto favor puedes me mi su al lo se
fr: le les des un une du de la et ou pour dans avec sur que qui est ce cette ces moi peux tu vous plaît stp en au aux à
it: il lo gli le un una di del della e o per con che questo questa mi puoi favore in al alla dei delle
pt: o os as um uma de do da dos das e ou para por com que este esta isso favor você pode me no na em
nl: de het een en of van voor met op in naar dat dit deze kun je even alsjeblieft aan
ru: и в на с по для из к у о об от до не что как это все мне нам пожалуйста или под при
ja: する して した ください から まで について ための ある いる こと もの それ これ お願い します ませ よう
zh: 一个 一下 这个 那个 这些 那些 我们 帮我 请 如何 怎么 什么 以及 进行 一些
ko: 해줘 해주세요 주세요 좀 그리고 이것 그것 대한 대해
`)

function table(text: string): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, 2), new Set(line.slice(4).split(' '))]),
  )
}

/** Function words that are also English words. */
const ALSO_ENGLISH = new Set('die des was in me on mal an do as no so du me or plus is of'.split(' '))

/** The function words of the texts' language; undefined if that seems to be English. */
export function foreignWords(texts: readonly string[]): ReadonlySet<string> | undefined {
  const words = texts.map((text) => [...unicodeWords(text)])
  const telling = (list: readonly string[], language: ReadonlySet<string>) =>
    list.filter((word) => language.has(word) && !ALSO_ENGLISH.has(word)).length
  const [best] = Object.values(FUNCTION_WORDS)
    .map((language) => ({
      language,
      texts: words.filter((list) => telling(list, language) > 0).length,
      hits: words.reduce((sum, list) => sum + telling(list, language), 0),
    }))
    .sort((a, b) => b.texts - a.texts || b.hits - a.hits)
  if (best !== undefined && best.texts * 2 > texts.length) return best.language
  const other = texts.filter((text) => OTHER_SCRIPT.test(text)).length
  return other * 2 > texts.length ? (best!.texts > 0 ? best!.language : new Set()) : undefined
}

/** Letters that English words, except loan words, do not have. */
const OTHER_SCRIPT = /(?![\p{sc=Latin}])\p{L}|[äöüßñçęąśżźćłøåæ]/iu
