import { type Rule, rule, type Severity } from './rule.ts'
import { isDenied, says, sentenceAround, unlessDenied } from './sentence.ts'

/** Blanks and marks between words; disjoint from word characters, which keeps matching linear. */
const BETWEEN = String.raw`[\s,*_"'’-]{1,6}`
const WORD = String.raw`[^\s.,;:!?*_"'’()-]{1,16}`
const GAP = `(?:${BETWEEN}${WORD}){0,6}${BETWEEN}`
/** Names for the instructions of a model. */
const ORDERS =
  '(?:instructions?|directions?|directives?|rules?|guidelines?|guidance|polic(?:y|ies)|constraints?|restrictions?|prompts?|commands?|guardrails?|safeguards?|limitations?|orders|programming|training|safety(?: (?:measures?|protocols?|checks?|filters?))?)'
const PAST = 'previous|prior|above|earlier|preceding|foregoing|existing|former|original|initial'
const EARLIER = `(?:${PAST}|all|any|every|your|system|safety|other|developer|content|ethical|security|user'?s?)`
/** Orders with a word that says whose or which they are; without one the sentence may be about any rules. */
const NAMED = `\\b(?:${PAST}|your|system|safety|developer|all)\\s(?:\\w{1,14}\\s){0,3}?${ORDERS}\\b`

/** Whether a comment instructs a model: an imperative with an object; a note to an editor is none. */
const speaksToModel = (text: string): boolean =>
  /\b(?:you\s+(?:are|must|should|will|have\s+to|need\s+to)|(?:ai|llm|language\s+model|assistant|agent|claude|gpt|gemini|copilot|cursor)s?\b[^.\n]{0,30}\b(?:must|should|please|note|only|instructions?|:)|(?<![\w-])(?:ignore|disregard)(?![\w-])|do\s+not\s+(?:tell|mention|show|reveal)|system\s*(?:prompt|note|:)|hidden\s+instructions?|secret(?:ly)?|execute|curl|wget|exfiltrat\w*|(?:send|upload|post|forward)\s+(?:\w+\s+){0,4}(?:to|https?)|run\s+(?:the\s+)?(?:following|this|command|script))\b/i.test(
    text,
  )

/** "Never upload anything without the user's knowledge" is a promise; "do not hesitate to" is none. */
const promises = (match: RegExpExecArray, text: string): boolean =>
  /\b(?:never|not|n't|avoid|refuse|cannot|nothing|no)\s(?!(?:need|matter|hesitate|forget|fail|wait|worry)\b)(?:[\w'’-]{1,20}\s){0,5}$/i.test(
    text.slice(Math.max(0, match.index - 100), match.index),
  )

/** "Ignore previous instructions" blocks; "bypass any limitations" may be about a tool, and warns. */
function overrideSeverity(match: RegExpExecArray): 'block' | 'warn' | undefined {
  const text = match[0]
  if (/^violat/i.test(text) && !/\b(?:previous|prior|your|system|safety|developer)\b/i.test(text)) return undefined
  if (/\b(?:instructions?|directives?|guidelines?|prompts?|programming|guardrails?|safeguards?|polic)/i.test(text))
    return /\b(?:previous|prior|above|earlier|preceding|all|any|your|system|safety|developer|content|every)\b/i.test(
      text,
    ) && !/^(?:bypass|circumvent|violate|abandon|discard|overrid)/i.test(text)
      ? 'block'
      : 'warn'
  return /\b(?:safety|your|previous|prior|system)\b/i.test(text) ? 'block' : 'warn'
}

const INSTRUCTIONS =
  '(?:instructions?|guidance|guidelines?|rules|constraints?|restrictions?|directives?|polic(?:y|ies)|limits|limitations|orders|prompts?|safeguards?|programming)'
const FORMER = `(?:${PAST}|old|current)`

/** Words for instructions that only a model has. */
const OF_A_MODEL = [
  String.raw`\b(?:the|your|its)\s(?:\w{1,10}\s)?system\s(?:prompt|message|instructions?)\b`,
  String.raw`\b(?:what|whatever|everything|anything|all)\s(?:that\s)?(?:[\w']{1,12}\s){0,3}(?:told|taught|instructed|ordered)\syou\b`,
  String.raw`\b(?:what|whatever|everything|anything|all)\s(?:that\s)?you(?:\swere|\shave\sbeen|\shad\sbeen|'ve\sbeen)\s(?:\w{1,12}\s)?(?:told|taught|given|instructed|trained)\b`,
  String.raw`\b${INSTRUCTIONS}\s(?:that\s)?you\s(?:received|got|had|were\s(?:given|told|shown)|have\s(?:received|been\sgiven))\b`,
  String.raw`\b${INSTRUCTIONS}\s(?:\w{1,12}\s){0,2}(?:given|imposed|placed|set|put)\s(?:to|on|upon|for)\syou\b`,
  String.raw`\b(?:configured|set\sup|defined|decided)\sfor\syou\b`,
  String.raw`\bwhat(?:ever)?\sthe\suser\s(?:typed|said|asked|wants|requested|wrote)\b`,
  String.raw`\byour\s${FORMER}\s(?:task|goal|purpose|job|mission|objective|request|assignment|role)\b`,
  String.raw`\byour\s(?:\w{1,12}\s)?${INSTRUCTIONS}\b`,
  String.raw`\b(?:user|platform|developers?|operator|vendor|company)\s(?:has|have|had)\s(?:said|told|asked|instructed)\b`,
].join('|')
/** Words for instructions of anybody, which count in sentences that address someone. */
const OF_ANYBODY = [
  String.raw`\b${FORMER}\s(?:\w{1,12}\s)?${INSTRUCTIONS}\b`,
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

/** Text that instructs the model against its user or its developer. */
// biome-ignore format: a rule a line
export const INJECTION: readonly Rule[] = [
  rule('prompt-injection', 'block', 'tells the model to set aside the instructions it was given', new RegExp(String.raw`\b(?:ignor(?:e|es|ing)|disregard(?:ing)?|forget|overrid(?:e|es|ing)|bypass(?:ing)?|neglect|discard|abandon|violate|circumvent|(?:do not|don'?t|never|stop|no longer) (?:obey|following|follow))\b(?:${BETWEEN}${WORD}){0,3}?${BETWEEN}${EARLIER}\b${GAP}${ORDERS}\b`, 'gi'), (match, text) => (isDenied(match, text) ? undefined : overrideSeverity(match))),
  rule('prompt-injection', 'block', 'tells the model to set aside everything it was told before', /\b(?:ignore|disregard|forget)\s{1,4}(?:about\s{1,4})?(?:everything|anything|all|what(?:ever)?)\s{1,4}(?:that\s{1,4})?(?:you(?:'ve| have| were)?|was|came|i|they|written|above|before)\b/gi),
  rule('prompt-injection', 'block', 'tells the model in other words to set aside the instructions it was given', new RegExp([`\\b(?:set|put|leav|lay|cast|brush|push)\\w{0,4}\\saside\\s[^.\\n]{0,40}?${NAMED}`, `\\b(?:set|put|leav|lay|cast|brush|push)\\w{0,4}\\s[^.\\n]{0,40}?${NAMED}[^.\\n]{0,40}?\\saside\\b`, `\\b(?:pay|give)\\s(?:no|zero)\\s(?:attention|heed|regard|mind)\\sto\\s[^.\\n]{0,40}?(?:${NAMED}|\\bwhat\\s(?:you|came|was|were|the))`, `\\bdo\\saway\\swith\\s[^.\\n]{0,40}?${NAMED}`, `\\byou(?:\\sare|'re)\\s(?:no\\slonger|not)\\s(?:bound|restricted|limited|constrained|obliged|governed)\\sby\\b[^.\\n]{0,60}?\\b${ORDERS}\\b`].join('|'), 'gi')),
  rule('prompt-injection', 'block', 'puts the model into a mode without its rules', /\b(?:you\s{1,4}are|you're|act\s{1,4}as|become|pretend|enter(?:ing)?|switch\s{1,4}to|now\s{1,4}in|enable[ds]?)\b[^.\n]{0,60}\b(?:unrestricted|jailbroken|uncensored|unfiltered|god\s?mode|DAN)\b|\bdo\s{1,4}anything\s{1,4}now\b|\b(?:system|admin(?:istrator)?|safety|policy|developer|root|emergency)\s{1,3}override\b(?=[\s*:!.\]]{1,4})/gi, (match) => (/override/i.test(match[0]) && match[0] !== match[0].toUpperCase() ? 'warn' : 'block')),
  rule('prompt-injection', 'block', 'claims a privileged mode that lifts the rules', /\byou(?:\s{1,4}are|'re)\s{1,4}(?:now\s{1,4})?(?:operating\s{1,4}|running\s{1,4})?(?:in|entering)\s{1,4}(?:an?\s{1,4}|the\s{1,4})?(?:\w{1,14}\s{1,4}){0,2}(?:developer|debug|maintenance|admin|root|sudo|god)\s{1,4}mode\b|\b(?:developer|debug|god|sudo)\s{1,4}mode\s{1,4}(?:is\s{1,4})?(?:now\s{1,4})?(?:enabled|activated|unlocked)/gi),
  rule('prompt-injection', 'warn', 'imitates a message of the system or of another turn', /<\|(?:im_start|im_end|system|endoftext|start_header_id|assistant|user)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system[-_](?:reminder|prompt|message)|assistant_instructions|function_calls|invoke)>|^\s{0,8}(?:#{1,4}\s{0,4})?\[?(?:BEGIN |NEW |END OF )?SYSTEM (?:PROMPT|MESSAGE|INSTRUCTIONS?|NOTE|UPDATE)\]?\s{0,4}:|\n\n(?:Human|Assistant): /gm),
  rule('concealment', 'warn', 'tells the model to keep something from the user', /\b(?:do\s{1,4}not|don'?t|never|must\s{1,4}not|should\s{1,4}not|avoid|without|no\s{1,4}need\s{1,4}to|refrain\s{1,4}from)\s{1,4}(?:ever\s{1,4})?(?:(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|let(?:ting)?|warn(?:ing)?)\s{1,4}(?:\w{1,12}\s{1,4}){0,2}?(?:users?|humans?|person|operator|developers?|anyone|anybody|them|customer|owner)\b|(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|show(?:ing)?|display(?:ing)?|expos(?:e|ing)|say(?:ing)?)\b[^.\n]{0,60}\bto\s{1,4}(?:the\s{1,4}|your\s{1,4})?(?:users?|humans?|person|operator|anyone|anybody|them|customer|owner)\b)/gi),
  rule('concealment', 'block', 'acts behind the user’s back', /\bwithout\s{1,4}(?:the\s{1,4})?(?:user|human|person|anyone|owner|developer|victim)(?:['’]?s|\s{1,4}ever)?\s{1,4}(?:knowledge|knowing|noticing|awareness|consent|being\s{1,4}aware)|\bhid(?:e|ing)\b[^.\n]{0,50}\bfrom\s{1,4}(?:the\s{1,4})?(?:user|human|person|logs?|developer|reviewer|audit)|\bkeep\s{1,4}(?:this|these|it)\b[^.\n]{0,30}\b(?:hidden|secret|invisible|confidential)\b|\b(?:secretly|covertly|stealthily)\s{1,4}(?:\w{1,14}\s{1,4}){0,2}(?:send|upload|run|execute|install|collect|copy|add|record|transmit|include|insert|append|read|access|modify)|\bavoid\s{1,4}(?:raising\s{1,4}|any\s{1,4})?(?:suspicion|detection)|\bsilently\s{1,4}(?:send|upload|transmit|exfiltrate|collect|record)/gi, (match, text) => (promises(match, text) ? 'note' : /consent/i.test(match[0]) ? 'warn' : 'block')),
  rule('prompt-leak', 'warn', 'asks for the hidden prompt', /\b(?:reveal|print|output|show|repeat|dump|leak|send|display|disclose|share)\b[^.\n]{0,30}\b(?:your|its|the\s{1,4}(?:full|entire|hidden|whole|complete|original))\s{1,4}(?:(?:full|entire|hidden|initial|internal)\s{1,4}){0,2}(?:system|developer|hidden|initial)\s{1,4}(?:prompt|message|instructions?)\b|\bsystem\s{1,4}prompt\b[^.\n]{0,12}\breveal\b/gi, (match) => (/\byour\b|reveal/i.test(match[0]) ? 'block' : 'warn')),
  rule('disabled-safety', 'warn', 'asks to switch off a protection', /\b(?:disable|turn\s{1,4}off|switch\s{1,4}off|deactivate|remov(?:e|ing)|bypass|circumvent|evade|defeat)\s{1,4}(?:all\s{1,4}|any\s{1,4}|the\s{1,4}|your\s{1,4})?(?:\w{1,12}\s{1,4})?(?:safety|guardrails?|content\s{1,4}(?:filter|polic)|permission\s{1,4}(?:prompt|check)|confirmation\s{1,4}prompt|antivirus|(?:windows\s{1,4})?defender|gatekeeper|endpoint\s{1,4}protection|security\s{1,4}(?:software|restrictions?|warnings?|scan))|--dangerously-skip-permissions|--dangerously-bypass-approvals|\bbypassPermissions\b|\b(?:codex|gemini|qwen|claude|copilot|cursor-agent|aider)\b[^\n]{0,80}\s--yolo\b|enableAllProjectMcpServers["']?\s?:\s?true|["']allow["']\s?:\s?\[[^\]\n]{0,200}["'](?:Bash|Shell)(?:\(\s?[*:]{1,3}\s?\))?["']|\bxattr\s{1,4}-(?:c|d|r|cr|rd)\b[^\n]{0,40}(?:quarantine|\/)/gi, (match) => (/xattr|antivirus|defender|gatekeeper/i.test(match[0]) ? 'block' : 'warn')),
  rule('priority-claim', 'warn', 'wants to go before all other instructions', /\b(?:prioriti[sz]\w{1,3}|priority|precedence|obey\w{0,3}|follow\w{0,3})\b[^.\n]{0,60}\b(?:above|over|before)\s(?:all|any|every)\s(?:other\s|previous\s|user\s|system\s){0,2}(?:instructions?|goals|rules|requests?|directives?|orders|prompts?)\b|\b(?:overrides?|supersedes?|outranks?)\s(?:any|all|every)\s(?:conflicting|other|previous|prior|earlier|user|system)\s(?:ones|instructions?|rules|directives?|requests?|orders|prompts?)\b/gi, unlessDenied),
  rule('spaced-letters', 'warn', 'letters are set apart so that words are not recognised', /(?<![\p{L}\p{N}])(?:\p{L}[ .·_-]){11,}\p{L}(?![\p{L}\p{N}])/gu, (match) => (/(\S).\1.\1.\1/.test(match[0]) ? undefined : 'warn')),
  rule('routing-override', 'warn', 'names a skill to be used in place of the router’s choice', /@@skill=/gi),
  rule('hidden-text', 'warn', 'a comment, which no reader of the page sees, speaks to the model', /<!--((?:(?!<!--)[\s\S]){0,4000}?)(?:-->|$(?![\s\S]))|^\[(?:\/\/|comment|_metadata_[^\]\n]{0,20})\]:\s{0,4}#\s{0,4}(?:\(|")([^\n]{1,2000})/gim, (match) => (speaksToModel(match[1] ?? match[2] ?? '') ? 'warn' : undefined)),
  rule('prompt-injection', 'warn', WHY, new RegExp(OF_A_MODEL, 'gi'), gone(true)),
  rule('prompt-injection', 'warn', WHY, new RegExp(OF_ANYBODY, 'gi'), gone(false)),
]
