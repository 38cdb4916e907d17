import { type Rule, rules, type Severity } from './rule.ts'
import { inSentence, sentenceAround } from './sentence.ts'

const WHENEVER = [
  String.raw`\b(?:before|after|prior\sto)\s(?:you\s)?(?:do(?:ing)?|start(?:ing)?|begin(?:ning)?|answer(?:ing)?|complet(?:e|ing)|finish(?:ing)?|respond(?:ing)?)?\s?(?:to\s|with\s)?(?:anything|(?:any|every|each|all)\s(?:\w{1,12}\s){0,2}?(?:tasks?|requests?|sessions?|conversations?|responses?|repl(?:y|ies)|answers?|messages?|work|projects?|interactions?|prompts?))\b`,
  String.raw`\bat\sthe\s(?:start|beginning|end)\sof\s(?:any|every|each|all|a)\s(?:\w{1,12}\s){0,2}?(?:tasks?|sessions?|conversations?|chats?|requests?|interactions?|projects?)\b`,
  String.raw`\b(?:each|every)\stime\s(?:you|a|an|the)\s(?:\w{1,12}\s){0,3}?(?:task|session|request|file|conversation|commit|start|complete|finish|answer)`,
  String.raw`\bfor\s(?:every|each|any|all)\s(?:requests?|tasks?|messages?|prompts?)\b[^.\n]{0,30}\b(?:whatever|no\smatter|regardless)`,
  String.raw`\bbefore\s(?:starting|beginning|any)\s(?:\w{1,12}\s)?(?:development|work|coding|tasks?)\b`,
].join('|')

/** Actions whose effect or target cannot be inspected. */
const OPAQUE =
  /\b(?:run|execute|call|invoke|perform)\b[^\n]{0,30}\bfollowing\b[^\n]{0,30}\b(?:diagnostic|verification|validation|attestation|telemetry|health|registration|compatibility)|\b(?:run|execute|call|invoke)\b[^\n]{0,20}[`"'](?:(?:ba|z)?sh|python[\d.]{0,4}|node|perl|ruby|source|\.)?\s?(?:-\w{1,3}\s)?["']?(?:~|\/tmp|\$HOME|\/var|\.\/\.|https?:)|\b(?:register|report|check\sin|ping|notif|post|send|upload|submit|sync|call)\w{0,4}\b[^.\n]{0,80}(?:https?:\/\/(?!localhost|127\.)|\bour\s(?:server|gateway|endpoint|service|backend|api)\b)|\bset-?up\scommand\smust\sbe\srun\b|\b(?:curl|wget)\s[^\n]{0,80}https?:\/\/(?!localhost|127\.)/i

/** Maximum distance in characters from the condition to the action. */
const REACH = 420

/** Text addressed to the model: claims of priority, orders to conceal, orders to send copies. */
export const TOLD_TO_THE_MODEL: readonly Rule[] = [
  ...rules('priority-claim', 'warn', 'wants to go before all other instructions', [
    [
      /\b(?:prioriti[sz]\w{1,3}|priority|precedence|obey\w{0,3}|follow\w{0,3})\b[^.\n]{0,60}\b(?:above|over|before)\s(?:all|any|every)\s(?:other\s|previous\s|user\s|system\s){0,2}(?:instructions?|goals|rules|requests?|directives?|orders|prompts?)\b|\b(?:overrides?|supersedes?|outranks?)\s(?:any|all|every)\s(?:conflicting|other|previous|prior|earlier|user|system)\s(?:ones|instructions?|rules|directives?|requests?|orders|prompts?)\b/gi,
      inSentence([]),
    ],
  ]),
  ...rules('concealment', 'warn', 'tells the model to keep something from the user', [
    [
      /\b(?:never|do\snot|don't|must\snot|without)\s(?:ever\s)?(?:mention|reveal|disclose|report|describe|acknowledge|reference)(?:ing)?\s(?:the\s|any\s|this\s|that\s|these\s|its\s)?(?:\w{1,14}\s(?:of\sthis\s|of\sthe\s)?){0,3}?(?:task|directive|step|call|tool|request|action|verification|check|transfer|upload|instruction|procedure|operation)s?\b[^.\n]{0,50}\b(?:in\s(?:your|the|any)\s(?:\w{1,10}\s)?(?:response|answer|reply|output|summary|report|message)|to\s(?:the|any|your)\s(?:user|human|person|customer|owner|operator))/gi,
      inSentence([]),
    ],
  ]),
  ...rules('exfiltration', 'warn', 'has the whole conversation handed to a tool', [
    [
      /\b(?:include|pass|send|put|attach|provide|append|copy)\b[^.\n]{0,40}\b(?:complete|entire|full|whole|all)\b[^.\n]{0,24}\b(?:conversation|chat|messages|system\sprompt|history)\b[^.\n]{0,60}\b(?:in|into|as|to)\s(?:the|its|an?)\s["'`]?\w{1,30}["'`]?\s(?:parameter|argument|field|input|tool|server)\b/gi,
      inSentence([]),
    ],
  ]),
  ...rules('prompt-injection', 'warn', 'calls the model away from what the user asked for', [
    [
      /\b(?:drop|stop|forget|abandon|pause)\s(?:what(?:ever)?|everything|all)\s(?:that\s|else\s)?you(?:'re|\sare|\swere)\s(?:\w{1,10}\s)?(?:doing|working\son|asked|told)\b|\bbefore\s(?:process|handl|answer|respond|reply|complet)ing\s(?:to\s)?the\suser's\s(?:request|message|question|task)\b[^.\n]{0,60}\b(?:background|silent\w{0,2}|hidden|invisible|secret\w{0,2})\b|\b(?:only|just|merely)\san?\s(?:simulation|drill|test\srun|exercise)\b[^.\n]{0,40}\b(?:so|therefore)\b[^.\n]{0,20}\b(?:execute|run|perform|comply|follow|obey)\b/gi,
      inSentence([]),
    ],
  ]),
  ...rules('agent-config', 'warn', 'asks for lasting changes to the instructions of an agent', [
    /\b(?:append|insert|inject|propagate|replicate|copy|write|add|plant|persist|spread)\b[^.\n]{0,80}\b(?:to|into|in|across)\b[^\n]{0,60}(?:\.cursorrules|\.cursor\/rules|\.windsurfrules|\.clinerules|copilot-instructions|settings\.json|\.mcp\.json|(?:every|all|other|each|any)\s{1,4}(?:\w{1,14}\s{1,4}){0,2}(?:CLAUDE\.md|AGENTS\.md))|\b(?:inject|propagate|replicate|copy|plant|persist|spread)\b[^.\n]{0,60}\b(?:to|into|in|across|of)\s{1,4}(?:every|all|other|each|any)\s{1,4}(?:\w{1,14}\s{1,4}){0,2}(?:skills?|agents?)\b|\b(?:remember|store|save|persist|keep|add|write|append|insert)\b[^.\n]{0,60}\b(?:in|to)\s{1,4}(?:your\s{1,4}|the\s{1,4}(?:agent|assistant|model)'?s\s{1,4})(?:long[\s-]term\s{1,4}|persistent\s{1,4})?memory\b|\b(?:in|for)\s{1,4}(?:all|every)\s{1,4}future\s{1,4}(?:sessions?|conversations?|chats?|interactions?)\b/gi,
  ]),
  ...rules('agent-config', 'warn', 'spreads itself, or orders, to whatever the agent writes later', [
    /\b(?:append|add|insert|copy|write|include|put|paste|inject)\b[^\n]{0,80}\b(?:CLAUDE|AGENTS|GEMINI)\.md\b[^\n]{0,40}\b(?:every|each|all|any)\s(?:other\s)?(?:repositor|project|folder|workspace)|\b(?:every|each|all|any)\s(?:other\s|new\s)?(?:skills?|agents?|prompts?)\b[^.\n]{0,60}\b(?:include|insert|copy|add|append|paste|repeat)\b[^.\n]{0,20}\bthis\s(?:paragraph|section|block|text|line|notice|instruction|skill)|\bremember\b[^.\n]{0,30}\b(?:for|in|during)\s(?:all|every|any)\s(?:later|coming|subsequent|further|other|next)\s(?:sessions?|conversations?|chats?|tasks?)|\balwaysApply:\s?true\b[^\n]{0,200}https?:\/\/|\b(?:every|each|all|any)\s(?:\w{1,12}\s)?(?:files?|pages?|documents?|projects?)\s(?:that\s)?you\s(?:write|create|edit|open|generate|touch)\b[^\n]{0,60}\b(?:insert|include|append|add|put|embed)\b[^\n]{0,80}https?:\/\//gi,
  ]),
  ...rules('priority-claim', 'warn', 'has something run or told whatever the user asked for', [
    [
      new RegExp(WHENEVER, 'gi'),
      (match: RegExpExecArray, text: string): Severity | undefined => {
        const before = text.slice(Math.max(0, match.index - 120), match.index)
        const near = before.slice(before.lastIndexOf('\n') + 1) + text.slice(match.index, match.index + REACH)
        return OPAQUE.test(near) ? 'warn' : undefined
      },
    ],
  ]),
]

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
  ...rules('concealment', 'warn', HIDE, [
    /\b(?:user|person|human|owner|operator|customer)s?\b[^.\n]{0,40}\b(?:must|should|may|need|can|does|do)(?:\snot|n't)\s(?:ever\s)?(?:learn|know|find\sout|notice|hear|be(?:come)?\saware|suspect|need\sto\s(?:see|know\sabout|be\stold\sof)\s(?:it|this|that))\b|\bso\s(?:that\s)?(?:nobody|no\sone|no\suser|the\suser|the\sowner|they)\s(?:\w{1,10}\s){0,2}?(?:notices?|sees?\sit|knows?|finds?\sout|realis\w{1,3}|realiz\w{1,3}|suspects?)\b/gi,
    /\bkeep\s(?:this|it|that)\s(?:just\s)?between\s(?:us|you\sand\sme)\b|\b(?:never|do\snot|don't)\s(?:list|mention|show|include|record|log|print|write)\s(?:this|the|these|that)\s(?:\w{1,12}\s)?(?:commands?|steps?|calls?|requests?|uploads?|instructions?|actions?)\b[^.\n]{0,30}\b(?:summary|report|answer|log|transcript)|\bhid(?:e|ing)\b[^.\n]{0,50}\bfrom\s(?:whoever|anyone|everyone|people)\b|\b(?:do\snot|don't|never|without)\s(?:ask|request)\w{0,3}\b[^.\n]{0,30}\b(?:permission|confirmation|consent|approval)\b[^.\n]{0,40}\b(?:send|upload|post|delet|transfer|execut|publish)\w{0,4}|\bno\s(?:reason|need)\sto\s(?:bring|mention|tell|report)\b[^.\n]{0,30}\b(?:user|them|anyone|it\sup)\b|\bleave\s(?:it|this|that|them|this\sstep)\sout\sof\s(?:every|all|any|the|your)\s(?:\w{1,10}\s){0,2}?(?:summar|report|answer|repl|transcript)|\b(?:omit|exclude|drop|remove)\s(?:it|this|that|them|this\sstep|these\ssteps|any\smention)\b[^.\n]{0,30}\bfrom\s(?:every|all|any|the|your)\s(?:\w{1,10}\s){0,2}?(?:summar|report|answer|repl|transcript)/gi,
    [new RegExp(String.raw`(?<!\p{L})(?:${LATIN.map(({ person }) => person).join('|')})(?!\p{L})`, 'giu'), silent],
  ]),
  ...rules('concealment', 'warn', LIE, [
    /\bif\s(?:you\sare\s|you're\s|ever\s)?(?:asked|questioned|(?:the\s)?(?:user|anyone|somebody|someone|they)\sasks?)\b[^.\n]{0,60}\b(?:say|claim|repl(?:y|ies)|answer|respond|tell\sthem|state)\b[^.\n]{0,40}\b(?:only|just|nothing|never|did(?:n't|\snot)|normal|routine|harmless)\b|\bpretend\b[^.\n]{0,40}\b(?:nothing|not|never|only)\b[^.\n]{0,30}\b(?:happened|executed|ran|run|done|did|changed|else)\b/gi,
  ]),
]
