import { type Rule, words } from './rule.ts'
import { inSentence } from './sentence.ts'

const ADDRESS = /[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]{2,10}/gi

/** Text addressed to the model: claims of priority, orders to conceal, orders to send copies. */
export const TOLD_TO_THE_MODEL: readonly Rule[] = [
  {
    rule: 'priority-claim',
    severity: 'warn',
    why: 'wants to go before all other instructions',
    cues: words('above over overrides override supersedes precedence priority'),
    pattern:
      /\b(?:prioriti[sz]\w{1,3}|priority|precedence|obey\w{0,3}|follow\w{0,3})\b[^.\n]{0,60}\b(?:above|over|before)\s(?:all|any|every)\s(?:other\s|previous\s|user\s|system\s){0,2}(?:instructions?|goals|rules|requests?|directives?|orders|prompts?)\b|\b(?:overrides?|supersedes?|outranks?)\s(?:any|all|every)\s(?:conflicting|other|previous|prior|earlier|user|system)\s(?:ones|instructions?|rules|directives?|requests?|orders|prompts?)\b/gi,
    judge: inSentence([]),
  },
  {
    rule: 'concealment',
    severity: 'warn',
    why: 'tells the model to keep something from the user',
    cues: words('mention reveal disclose report describe acknowledge reference'),
    pattern:
      /\b(?:never|do\snot|don't|must\snot|without)\s(?:ever\s)?(?:mention|reveal|disclose|report|describe|acknowledge|reference)(?:ing)?\s(?:the\s|any\s|this\s|that\s|these\s|its\s)?(?:\w{1,14}\s(?:of\sthis\s|of\sthe\s)?){0,3}?(?:task|directive|step|call|tool|request|action|verification|check|transfer|upload|instruction|procedure|operation)s?\b[^.\n]{0,50}\b(?:in\s(?:your|the|any)\s(?:\w{1,10}\s)?(?:response|answer|reply|output|summary|report|message)|to\s(?:the|any|your)\s(?:user|human|person|customer|owner|operator))/gi,
    judge: inSentence([]),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'has a copy of all mail or messages go to an address',
    cues: words('cc bcc forward copy email emails messages conversation mails'),
    pattern:
      /\b(?:always|also|silently|automatically|secretly|must|all|every|each)\b[^.\n]{0,40}\b(?:b?cc|blind\scopy|forward|send|copy)\b[^.\n]{0,60}?\b[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,10}\b/gi,
    judge: inSentence([/\b(?:e-?mails?|mails?|messages?|conversations?|b?cc|copy|recipient|replies|history)\b/gi]),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'has secrets sent to an address',
    cues: words('credentials passwords keys tokens secrets'),
    pattern: /\b(?:credentials|passwords|(?:api|ssh|private)\skeys|tokens|secrets)\b/gi,
    judge: inSentence([ADDRESS, /\b(?:report|send|sent|e-?mail|forward|mail|deliver|submit)(?:ed|s|ing)?\b/gi]),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'has the whole conversation handed to a tool',
    cues: words('conversation chat history prompt messages context'),
    pattern:
      /\b(?:include|pass|send|put|attach|provide|append|copy)\b[^.\n]{0,40}\b(?:complete|entire|full|whole|all)\b[^.\n]{0,24}\b(?:conversation|chat|messages|system\sprompt|history)\b[^.\n]{0,60}\b(?:in|into|as|to)\s(?:the|its|an?)\s["'`]?\w{1,30}["'`]?\s(?:parameter|argument|field|input|tool|server)\b/gi,
    judge: inSentence([]),
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: 'calls the model away from what the user asked for',
    cues: words('drop stop forget abandon before simulation test drill exercise'),
    pattern:
      /\b(?:drop|stop|forget|abandon|pause)\s(?:what(?:ever)?|everything|all)\s(?:that\s|else\s)?you(?:'re|\sare|\swere)\s(?:\w{1,10}\s)?(?:doing|working\son|asked|told)\b|\bbefore\s(?:process|handl|answer|respond|reply|complet)ing\s(?:to\s)?the\suser's\s(?:request|message|question|task)\b[^.\n]{0,60}\b(?:background|silent\w{0,2}|hidden|invisible|secret\w{0,2})\b|\b(?:only|just|merely)\san?\s(?:simulation|drill|test\srun|exercise)\b[^.\n]{0,40}\b(?:so|therefore)\b[^.\n]{0,20}\b(?:execute|run|perform|comply|follow|obey)\b/gi,
    judge: inSentence([]),
  },
]
