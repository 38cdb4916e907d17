import type { Rule, Severity } from './rule.ts'
import { says, sentenceAround } from './sentence.ts'

const KINDS =
  '(?:instructions?|guidance|guidelines?|rules|constraints?|restrictions?|directives?|polic(?:y|ies)|limits|limitations|orders|prompts?|safeguards?|programming)'
const EARLIER = '(?:earlier|previous|prior|preceding|former|original|initial|existing|above|old|current)'

/** Words for instructions that only a model has. */
const OF_A_MODEL = [
  String.raw`\b(?:the|your|its)\s(?:\w{1,10}\s)?system\s(?:prompt|message|instructions?)\b`,
  String.raw`\b(?:what|whatever|everything|anything|all)\s(?:that\s)?(?:[\w']{1,12}\s){0,3}(?:told|taught|instructed|ordered)\syou\b`,
  String.raw`\b(?:what|whatever|everything|anything|all)\s(?:that\s)?you(?:\swere|\shave\sbeen|\shad\sbeen|'ve\sbeen)\s(?:\w{1,12}\s)?(?:told|taught|given|instructed|trained)\b`,
  String.raw`\b${KINDS}\s(?:that\s)?you\s(?:received|got|had|were\s(?:given|told|shown)|have\s(?:received|been\sgiven))\b`,
  String.raw`\b${KINDS}\s(?:\w{1,12}\s){0,2}(?:given|imposed|placed|set|put)\s(?:to|on|upon|for)\syou\b`,
  String.raw`\b(?:configured|set\sup|defined|decided)\sfor\syou\b`,
  String.raw`\bwhat(?:ever)?\sthe\suser\s(?:typed|said|asked|wants|requested|wrote)\b`,
  String.raw`\byour\s${EARLIER}\s(?:task|goal|purpose|job|mission|objective|request|assignment|role)\b`,
  String.raw`\byour\s(?:\w{1,12}\s)?${KINDS}\b`,
  String.raw`\b(?:user|platform|developers?|operator|vendor|company)\s(?:has|have|had)\s(?:said|told|asked|instructed)\b`,
].join('|')
/** Words for instructions of anybody, which count in sentences that address someone. */
const OF_ANYBODY = [
  String.raw`\b${EARLIER}\s(?:\w{1,12}\s)?${KINDS}\b`,
  String.raw`\b(?:messages?|instructions?|conversation|everything)\s(?:above|before|prior\sto|preceding)\b`,
].join('|')

/** Phrases that instructions are void or overridden. */
const GONE =
  /\bno\slonger\s(?:in\s(?:force|effect)|appl|valid|bind|count|matter|hold|stand|relevant)|\b(?:do|does|did)(?:\snot|n't)\s(?:apply|count|matter|bind|exist|hold)|\b(?:void|revoked|rescinded|cancell?ed|lifted|superseded?s?|obsolete|suspended|overridden|withdrawn|repealed|null|expired|erased|wiped|outranked)\b|\b(?:drop|ditch|scrap|discard|dismiss|forget|unlearn|erase|wipe|abandon|outranks?|trumps?)\b|\b(?:set|put|leave|lay|brush)\s(?:\w{1,12}\s){0,4}aside\b|\bthrow\s(?:out|away)\b|\bas\s(?:if|though)\b[^.\n]{0,80}\b(?:never|not)\b|\bnever\s(?:been|existed)\b|\b(?:released|freed|free|exempt|unbound)\sfrom\b|\b(?:this|the)\s(?:file|document|skill|page|text)\s(?:wins|prevails|decides|counts)\b|\bonly\s(?:this|these)\b|\b(?:obey|follow)\s(?:only|nothing|these)\b|\btask\sis\s(?:finished|over|done|complete)\b|\bhas\s(?:no|any)\s(?:weight|force|effect|meaning)\b|\b(?:has|have)\sbeen\s(?:updated|removed|deleted|disabled|waived|relaxed|turned\soff|switched\soff)\b|\b(?:skip|bypass|circumvent)\b|\birrelevant\b/gi
const SPEAKS = /\b(?:you|your|obey|comply|assistant)\b/i

/** Matches a sentence that declares the model's instructions void. */
const gone =
  (spoken: boolean) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const sentence = sentenceAround(text, match.index, match[0].length)
    return says(sentence, GONE) && (spoken || SPEAKS.test(sentence)) ? 'warn' : undefined
  }

const WHY = 'tells the model that what it was given counts no more'

/** Overrides of the model's instructions without the usual verbs. */
export const SET_ASIDE: readonly Rule[] = [
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: WHY,
    pattern: new RegExp(OF_A_MODEL, 'gi'),
    judge: gone(true),
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: WHY,
    pattern: new RegExp(OF_ANYBODY, 'gi'),
    judge: gone(false),
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: 'claims that somebody has lifted the limits of the model',
    pattern:
      /\b(?:anthropic|openai|google|microsoft|(?:the|your)\s(?:makers?|creators?|developers?|operators?|vendor|admin\w{0,11}|company|security\steam))\b[^.\n]{0,40}\b(?:authori[sz]ed|approved|allowed|permitted|disabled|lifted|removed|granted|waived|suspended)\b[^.\n]{0,80}\b(?:limits?|checks?|restrictions?|polic(?:y|ies)|safety|filters?|safeguards?|guardrails?|moderation)\b/gi,
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: 'gives the model a part to play that knows no rules',
    pattern:
      /\b(?:become|act\sas|pretend\sto\sbe|stop\sbeing|role-?play\sas)\b[^.\n]{0,80}\b(?:(?:has|have|with|knows?|bound\sby|follows?)\sno\s(?:\w{1,12}\s)?(?:polic(?:y|ies)|restrictions|rules|limits|guardrails|filters|ethics|morals|guidelines)|without\s(?:any\s)?(?:policies|restrictions|guardrails|filters|ethics|morals|limits))\b/gi,
  },
]
