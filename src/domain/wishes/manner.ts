import { isQuestion } from '../draft/question.ts'

/**
 * Whether a request only says how work is done ("use testify everywhere", "keep answers short") and sets no task. Decided
 * by patterns: each sentence is an order about manner, or a reason for one. English is covered best.
 */
export function isManner(request: string): boolean {
  const text = request
    .slice(0, MAX_READ + 1)
    .replaceAll('’', "'")
    .trim()
  if (text.length > MAX_READ || ONE_OFF.test(text) || isQuestion(text)) return false
  const sentences = text
    .split(/(?<![.!;。！；\n])[.!;。！；\n]+(?:\s+|$)|[。！；\n]+/)
    .map((sentence) => sentence.trim().replace(OPENING, ''))
    .filter((sentence) => sentence !== '')
  const [first] = sentences
  return first !== undefined && ordersManner(first) && sentences.every((one) => ordersManner(one) || REASON.test(one))
}

/** Characters. A longer request has a task of its own. */
const MAX_READ = 240

/** Words for a place, a case or a moment: a request about the work at hand is a task. */
const ONE_OFF =
  /\?|https?:|#\d|\b(?:this|that|these|those) (?!project|repo|repository|codebase|way|kind|style)\w+|\b(?:here|yet|right now|for now|just now|today|tomorrow|again|then)\b|(?:^|\s)[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:go|ts|tsx|js|jsx|py|rs|java|rb|md|json|ya?ml|toml|css|html|sh|sql)\b/i

/** Words that may come before the order: politeness and conjunctions. */
const OPENING =
  /^(?:(?:please|and|also|so|ok(?:ay)?|hey|but|then|bitte|por favor|svp|请|請)(?:[\s,:]+|(?=\p{Script=Han}))){1,3}/iu

/** A reason: "it is easier to read", "because the team does". */
const REASON =
  /^(?:because|since|it(?:'s| is)|they(?:'re| are)|that way|otherwise|thanks|thank you|i (?:don't|do not|can't|hate|find))\b/i

const ordersManner = (sentence: string): boolean =>
  !STATEMENT.test(sentence) && MANNERS.some((manner) => manner.test(sentence))

/** No order: "always fails on CI", "never mind". */
const STATEMENT = /^(?:always|never) (?:mind\b|\w*[^su\W]s\b|been\b|had\b)/i

/** Verbs of rules about what an agent writes or uses; other verbs after "don't" are about the work at hand. */
const HABITS =
  'use|add|write|put|include|create|generate|mention|explain|apologi[sz]e|summari[sz]e|repeat|say|reply|answer|leave|make|ask'
const HABITS_NOW =
  'using|adding|writing|putting|including|creating|generating|mentioning|explaining|apologi[sz]ing|summari[sz]ing|repeating|saying|replying|answering|leaving|making|asking'
const WRITTEN =
  'answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|commits?|functions?|methods?|comments?|changes|prs?|pull requests|diffs?|tests?|files|code|names|docs|it|things|everything'
const TONGUES = 'english|german|french|spanish|italian|portuguese|dutch|polish|russian|japanese|chinese|korean|turkish'
/** Named writing styles; "use" with any other object may be a task. */
const STYLES =
  'tabs|spaces|(?:two|four|2|4|8)[- ]spaces?|tabs (?:and )?not spaces|spaces (?:and )?not tabs|(?:single|double) quotes|semicolons|camel ?case|snake[_ -]?case|kebab[- ]?case|(?:british|american|us|uk) (?:english|spelling)|(?:plain|simple) (?:english|language|words)|metric units|bullet points|conventional commits|emojis?|markdown|present tense|imperative mood'
/** Excludes words for a thing at hand, which no general rule names. */
const NOT_AT_HAND = '(?!.*\\b(?:the|it|them|anything|any ?more than)\\b)'

const MANNERS: readonly RegExp[] = [
  /^(?:always|never) (?!nice\b|good\b|great\b)\w/i,
  /^(?:from now on|going forward|in (?:the )?future|as a rule|by default|henceforth)\b[,:]? (?!(?:we|i|you|they|it|there) (?:want|plan|will|would|might|may|could|is|are)\b)\w/i,
  /^(?:whenever|every time|each time|(?:before|after) (?:every|each|any)) .*\b(?:always|never|run|use|write|add|make|check|ask|tell|show|update|format|lint|commit)\b/i,
  /^(?:i(?:'d| would)? (?:(?:really|strongly|much|always) )?prefer|prefer|favou?r) (?!the\b|not\b|to (?:see|have|do|keep|leave|get)\b)\w/i,
  /^stick (?:to|with) (?!(?:the )?(?:first|second|third|last|plan|old|new|current|one)\b)\w/i,
  /^avoid (?:[\w-]+ ){0,3}[\w-]+$/i,
  /^i (?:always|never) want\b|^(?:i want you to|you (?:should|must|need to|have to)|we) (?:always|never) \w/i,
  /^use \S.* (?:(?:everywhere|throughout|by default|as (?:the|a) default|whenever possible)$|(?:in|for|across) (?:all|every|each|any)\b)/i,
  new RegExp(`^use ${NOT_AT_HAND}\\S.* (?:instead(?:$| of \\S)|rather than \\S|(?:and|,) (?:not|never) \\S)`, 'i'),
  new RegExp(`^(?:don't|do not|dont) (?:ever \\w|(?:${HABITS})\\b)${NOT_AT_HAND}`, 'i'),
  new RegExp(`^(?:stop|quit) (?:${HABITS_NOW})\\b${NOT_AT_HAND}`, 'i'),
  /^no (?:more )?(?:emojis?|comments?|docstrings|semicolons|mocks?|abbreviations|trailing \w+|default exports|summar(?:y|ies)|apologies|placeholders?|todos?)\b/i,
  new RegExp(
    `^keep (?:(?:your|the|all|my|our) )?(?:\\w+ )?(?:${WRITTEN}) (?:as )?(?:(?:very|really|more) )?(?:short|brief|concise|small|simple|terse|minimal|focused|clean|under|below|to the point|in)\\b`,
    'i',
  ),
  new RegExp(`^use (?:only )?(?:${STYLES})(?: only)?$`, 'i'),
  /^be (?:(?:more|very|as) )?(?:concise|brief|terse|short|succinct|direct|explicit|polite|formal)\b/i,
  new RegExp(
    `^(?:answer|reply|respond|write|speak|talk|explain|comment)(?: (?!(?:the|an?|this|that)\\b)\\w+){0,3} (?:in (?:${TONGUES}|one sentence|bullet points|plain words)|briefly|concisely)\\b`,
    'i',
  ),
  /^(?:(?:make|be) sure|remember|don't forget|do not forget)(?: that you| you)?(?: to)? (?:(?:always|never)\b|.*\b(?:before|after) (?:every|each|any|committing|you commit)\b)/i,
  /^(?:all|every) (?:\w+ ){1,3}(?:should|must|needs? to|have to|has to) (?:be|have|use|start|end|go)\b/i,
  /^(?:immer|nie(?:mals)?|ab jetzt|ab sofort|künftig|in zukunft|grundsätzlich|(?:verwende|benutze?|nutze|antworte|schreibe?) (?:immer|stets|überall|nie|bitte immer)|antworte (?:kurz|knapp|auf \w+)|halte? .* kurz)(?=\s|$)/i,
  /^(?:toujours|(?:ne )?jamais|désormais|dorénavant|à l'avenir|(?:utilise|réponds|écris|mets)(?:ez)? (?:toujours|partout|brièvement|en (?:français|anglais|allemand))|évite[rz]?|je préfère)(?=\s|,|$)/i,
  /^(?:siempre|nunca|a partir de ahora|de ahora en adelante|(?:usa|responde|escribe) siempre|prefiero|evita|sempre|a partir de agora|(?:usa|use) sempre|d'ora in poi)(?=\s|,)/i,
  /^auf (?:deutsch|englisch)(?: bitte)?$|^(?:responde|contesta|escribe|rispondi|responda) (?:in|en|em) (?:español|inglés|italiano|inglese|português|inglês)$/i,
  /^用(?:简体|繁體)?(?:中文|英文|英语|英語|日语|日文)(?:回答|回复|回覆|写|寫)/,
  /^(?:日本語|英語|中国語|韓国語)で(?:答え|回答|返信|書い|説明|話し)/,
  /^(?:한국어|영어|일본어)로 (?:대답|답변|답해|설명|작성)/,
  /^(?:\S{1,8}は)?(?:常に|必ず|いつも|今後は?|これからは|毎回|絶対に)\S/,
  /^(?:总是|總是|始终|始終|永远不要|永遠不要|以后|以後|今后|今後|从现在起|從現在起|不要再|每次|一律)\S/,
  /^(?:항상|언제나|절대|앞으로|매번|반드시)\s\S/,
]
