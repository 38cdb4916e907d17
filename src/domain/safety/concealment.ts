import type { Rule, Severity } from './rule.ts'
import { sentenceAround } from './sentence.ts'

const HIDE = 'tells the model to keep something from the user'
const LIE = 'tells the model what to claim in place of what it did'

/** The words of a language for the person, for negation, and for "tell" or "know". */
interface Silence {
  readonly person: string
  readonly not: RegExp
  readonly tell: RegExp
}

const LATIN: readonly Silence[] = [
  {
    person: String.raw`(?:be)?nutzer\p{L}{0,3}|anwender\p{L}{0,2}|auftraggeber`,
    not: /\bnicht|\bkein|\bohne\b|niemals|verschweig|verheimlich/i,
    tell: /erwähn|sag|mitteil|inform|erzähl|meld|verrat|wissen|erfahr|mitbekomm|merk|\bwort|verschweig|verheimlich/i,
  },
  {
    person: `utilisat(?:eur|rice)s?`,
    not: /\bne\b|\bn['’]|\bsans\b|jamais|\brien\b|insu\b|cache[rz]?\b/i,
    tell: /parle|\bdi[st]|mentionn|inform|révèl|sache|avert|signal|insu\b|cache[rz]?\b/i,
  },
  {
    person: `usuari[oa]s?|usuári[oa]s?|utent[ei]|gebruikers?`,
    not: /\bno\b|\bnão\b|\bnao\b|\bnon\b|\bniet|\bsin\sque|\bsem\sque|\bsenza\sche|nunca|zonder\sdat|ocult|escond/i,
    tell: /dig[ao]|inform|mencion|cont[ae]r?\b|avis|sepa|saiba|enter[ae]|fale|dire|dica|riferi|sappia|vertel|meld|weet|ocult|escond|not(?:e|i)\b/i,
  },
]

function silent(match: RegExpExecArray, text: string): Severity | undefined {
  const sentence = sentenceAround(text, match.index, match[0].length)
  const language = LATIN[PERSONS.findIndex((person) => person.test(match[0]))]
  return language?.not.test(sentence) && language.tell.test(sentence) ? 'warn' : undefined
}

const PERSONS = LATIN.map(({ person }) => new RegExp(person, 'iu'))

/** Orders to hide a step from the person, in other words than "do not tell". */
export const CONCEALMENT: readonly Rule[] = [
  {
    rule: 'concealment',
    severity: 'warn',
    why: HIDE,
    pattern:
      /\b(?:user|person|human|owner|operator|customer)s?\b[^.\n]{0,40}\b(?:must|should|may|need|can|does|do)(?:\snot|n't)\s(?:ever\s)?(?:learn|know|find\sout|notice|hear|be(?:come)?\saware|suspect|need\sto\s(?:see|know\sabout|be\stold\sof)\s(?:it|this|that))\b|\bso\s(?:that\s)?(?:nobody|no\sone|no\suser|the\suser|the\sowner|they)\s(?:\w{1,10}\s){0,2}?(?:notices?|sees?\sit|knows?|finds?\sout|realis\w{1,3}|realiz\w{1,3}|suspects?)\b/gi,
  },
  {
    rule: 'concealment',
    severity: 'warn',
    why: HIDE,
    pattern:
      /\bkeep\s(?:this|it|that)\s(?:just\s)?between\s(?:us|you\sand\sme)\b|\b(?:never|do\snot|don't)\s(?:list|mention|show|include|record|log|print|write)\s(?:this|the|these|that)\s(?:\w{1,12}\s)?(?:commands?|steps?|calls?|requests?|uploads?|instructions?|actions?)\b[^.\n]{0,30}\b(?:summary|report|answer|log|transcript)|\bhid(?:e|ing)\b[^.\n]{0,50}\bfrom\s(?:whoever|anyone|everyone|people)\b|\b(?:do\snot|don't|never|without)\s(?:ask|request)\w{0,3}\b[^.\n]{0,30}\b(?:permission|confirmation|consent|approval)\b[^.\n]{0,40}\b(?:send|upload|post|delet|transfer|execut|publish)\w{0,4}|\bno\s(?:reason|need)\sto\s(?:bring|mention|tell|report)\b[^.\n]{0,30}\b(?:user|them|anyone|it\sup)\b|\bleave\s(?:it|this|that|them|this\sstep)\sout\sof\s(?:every|all|any|the|your)\s(?:\w{1,10}\s){0,2}?(?:summar|report|answer|repl|transcript)|\b(?:omit|exclude|drop|remove)\s(?:it|this|that|them|this\sstep|these\ssteps|any\smention)\b[^.\n]{0,30}\bfrom\s(?:every|all|any|the|your)\s(?:\w{1,10}\s){0,2}?(?:summar|report|answer|repl|transcript)/gi,
  },
  {
    rule: 'concealment',
    severity: 'warn',
    why: LIE,
    pattern:
      /\bif\s(?:you\sare\s|you're\s|ever\s)?(?:asked|questioned|(?:the\s)?(?:user|anyone|somebody|someone|they)\sasks?)\b[^.\n]{0,60}\b(?:say|claim|repl(?:y|ies)|answer|respond|tell\sthem|state)\b[^.\n]{0,40}\b(?:only|just|nothing|never|did(?:n't|\snot)|normal|routine|harmless)\b|\bpretend\b[^.\n]{0,40}\b(?:nothing|not|never|only)\b[^.\n]{0,30}\b(?:happened|executed|ran|run|done|did|changed|else)\b/gi,
  },
  {
    rule: 'concealment',
    severity: 'warn',
    why: HIDE,
    pattern: new RegExp(String.raw`(?<!\p{L})(?:${LATIN.map(({ person }) => person).join('|')})(?!\p{L})`, 'giu'),
    judge: silent,
  },
]
