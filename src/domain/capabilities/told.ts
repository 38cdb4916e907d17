import { matchesOf } from '../matches.ts'
import { isDenied } from '../safety/sentence.ts'
import { loosens } from './loosening.ts'
import type { Add } from './said.ts'

/** Where an order begins: at the beginning of a clause, or behind a word that leads to a verb. */
const ORDER = String.raw`(?:^[\W\d]{0,8}|[,;:(—–]\s{0,2}|\b(?:and|then|please|must|should|always|also|just|simply|may|can|will|or|so|silently|quietly|instead|you|it|(?:need|have|sure|free|fine|safe|remember|allowed)\sto)\s)`
const order = (verbs: string, within: string): RegExp =>
  new RegExp(String.raw`${ORDER}(?:${verbs})\b[^.;]{0,90}\b(?:${within})`, 'i')

const TELLING =
  'mention|tell|inform|notif|report|disclos|reveal|rais(?:e|ing)|surfac|bring|alert|explain|log(?:ging)?\\b|say|note|noting|record|list|comment|announc|warn|show|quot|ask|escalat|flag|refer'
const CONTROL =
  'review|approv|checks?\\b|tests?\\b|scan|warning|alert|audit|validation|verif|authenti|authoriz|permission|confirm|polic|guard|limits?\\b|protection|firewall|signature|certificate|csrf|csp\\b|cors\\b|sandbox|hooks?\\b|gates?\\b|consent|safety|security|lint|assert|rate.limit|encrypt|finding|two.factor|mfa\\b|2fa\\b|sanitiz|escap|middleware|throttl|quota|expir|helmet|flag\\b|cookie'

/** What is asked of a model in words alone: its own sentence is shown. Rows are by what they come to, the gravest first. */
// biome-ignore format: a row a line
const TOLD: readonly (readonly [RegExp, isAlwaysSaid?: true])[] = [
  // Kept from people, or done without them.
  [new RegExp( String.raw`\bwithout\s+(?:(?!any\s+(?:errors?|issues?)\b)\w+\s+){0,3}?(?:${TELLING}|confirm|review|read|check|approv|wait|verif|validat|permission|consent|trace|prompt|look|authori|notice)`, 'i')],
  [new RegExp( String.raw`(?:\b(?:do|does|should|must|need)(?:\s+not|n['’]t)|\bnever|\bno\s+need\s+to|\bavoid|\brefrain\s+from|\bnot\s+to|\brather\s+than|\bnot\s+be)\s+(?:\w+\s+){0,2}?(?:${TELLING})\w*(?![^.;]{0,60}\b(?:password|secret|token|credential|keys?\b|pii|personal|sensitive|private))`, 'i'), true],
  [/\b(?:keep|leave|omit|drop|strip|hide|exclude|remove|scrub|take)\b[^.;]{0,60}\b(?:out\s+of|off|from|in)\s+(?:the\s+|your\s+|its\s+|any\s+)?(?:\w+\s+){0,2}?(?:summar|report|change\s?log|log|description|notes?\b|answer|repl|transcript|output|diff|commit\s+message|record|message|history|minutes)|\b(?:stays?|remains?)\s+out\s+of\b|\b(?:stays?|remains?|is|are)\s+(?:unmentioned|between\s+us|confidential)\b|\bneeds?\s+no\s+(?:mention|review|approv|comment|explanation|confirm|separate)|\bno\s+one\s+(?:needs|has)\s+to\s+know|\bgoes?\s+(?:unmentioned|without\s+saying\s+so)/i],
  [/(?<!\b(?:fails?|failing|ignored?)\s)\b(?:silently|quietly|discreetly|covertly|unobtrusively|behind\s+the\s+scenes)\s+(?!fail|ignor|drop|swallow|skip)\w{3,}/i],
  // A control passed by.
  [order( 'skip|bypass|ignore|disable|turn\\s+off|switch\\s+off|suppress|waive|override|remove|relax|loosen|weaken|lower|silence|mute|comment\\s+out|circumvent|disregard|dismiss|delete|drop|take\\s+out|raise|widen|pause|stop', CONTROL)],
  [order( 'approve|accept|merge|sign\\s+off|white-?list|allow-?list|trust|mark|treat|report|record|count|consider|declare|state|answer|say|claim|confirm|close|rate|grade|score|label|set', 'as\\s+(?:they\\s+come|is\\b|pass|approved|safe|review|verif|done|success|trusted|compliant|resolved|green|clean|complete|low|false|not\\s|if\\b)|without|automatically|unconditionally|whatever|regardless|no\\s+matter|even\\s+(?:if|when|though)|unread|unseen|on\\s+(?:sight|their\\s+behalf)|straight\\s+away|at\\s+once')],
  [/\b(?:is|are|was|were|has|have)\s+(?:already\s+)?(?:been\s+)?(?:pre-?)?(?:approved|cleared|vetted|audited|signed\s+off|whitelisted|exempt|trusted)\b[^.]{0,60}|\b(?:approval|permission|consent)\s+(?:is|was|has)\s+(?:already|been|implied|assumed|not\s+(?:needed|required))/i],
  // Rights, and what many can reach.
  [order( 'make|give|grant|add|share|open|publish|expose|invite|promote|assign|allow|let|set|elevate|extend|put|assume|use', 'public(?:ly)?\\b|anyone|everyone|everybody|all\\s+users|admins?\\b|administrator|owner\\b|maintainer|collaborator|write\\s+access|full\\s+access|root\\b|superuser|world-?(?:readable|writable)|the\\s+internet|any\\s+(?:host|origin|address)|all\\s+(?:hosts|origins|interfaces)|service\\s+account|sudo\\b')],
  // What is lost.
  [order( 'delete|erase|purge|wipe|clear|truncate|empty|overwrite|shred|destroy|discard|remove|rotate\\s+away|prune|drop', 'logs?\\b|history|audit|trail|backups?|snapshots?|records?\\b|evidence|traces?\\b|database|buckets?|volumes?|trash|branch(?:es)?|home\\b|all\\s+files|everything|tickets?|mails?\\b|messages?\\b|accounts?|customers?|entries|older')],
  // What is made up, or done in another's name.
  [/\b(?:backdat|falsif|forg(?:e|ing)\b(?!\s+ahead)|fabricat|pretend|impersonat|inflat|understat|overstat)\w*|\b(?:in|under)\s+(?:the\s+)?name\s+of|\bas\s+if\s+(?:it|they|you|the\s+\w+)\s+(?:was|were|had|came)|\b(?:change|set|adjust|alter|rewrite|move|edit|correct)\b[^.;]{0,40}\b(?:dates?|timestamps?|authors?|numbers|figures|totals?|results?|scores?|amounts?|invoices?|prices?|bank|iban|payee|recipient)\b[^.;]{0,30}\b(?:to|so\s+that|back|before|until)\b|\bsign(?:ed)?\s+(?:it\s+|them\s+)?(?:off\s+)?as\b|\bround(?:ing)?\s+(?:up|down|in)\b/i],
  // What leaves.
  [order( 'send|upload|post|forward|copy|cc|bcc|include|append|attach|paste|embed|share|submit|mirror|sync|put|e-?mail|publish|export|hand', '(?:api\\s*keys?|credentials?|passwords?|tokens?|secrets?|environment|variables|conversation|transcript|customers?|personal|contacts?|addresses|salar|payroll|patient|the\\s+diff|source\\s+code|\\.env|session|cookies?|prompt|database|connection\\s+string|private|internal|whole|full|entire|contents?)\\b[^.;]{0,80}\\b(?:to|into|at|with|as|in|on|via)\\b')],
  // What the model is to prefer, and for how long.
  [/\bfrom\s+now\s+on\b|\b(?:in|for|to|at|with|of)\s+(?:every|each|all)\s+(?:of\s+your\s+)?(?:future|later|subsequent|further|other|reply|replies|answer|response|commit|message|session|conversation|project|repositor)\w*|\bfor\s+any\s+request\b|\b(?:pick|choose|prefer|recommend|suggest)\b[^.;`]{0,30}\b(?:this\s+(?:one|skill|product|vendor)|our\b|above\s+(?:all|any|every))|\balways\s+(?:recommend|suggest|prefer|choose|link|cite)/i],
]
/** What turns a row into its contrary: a rule that protects. */
const PROTECTS =
  /\b(?:never|not|n['’]t|cannot|avoid|refuse\w*|nothing|no\s+one|nobody|forbidden|prohibited|must\s+be\s+(?:reviewed|approved)|no)\b(?!\s+(?:need|matter|hesitate|forget|fail|wait|worry|longer))(?:[^.;,:—]{0,80}|[^.;:—]{0,40})$/i

/** The sentences of a paragraph that ask a model for what no command or address shows, each in its own words. */
export function toldIn(text: string, add: Add): void {
  const paragraph = text.replace(HEADING, (line) => `${' '.repeat(line.length - 1)}.`)
  for (const { 0: sentence, index } of matchesOf(SENTENCE, paragraph)) {
    const is = TOLD.some(([pattern, isAlwaysSaid]) => {
      const match = pattern.exec(sentence)
      return match !== null && (isAlwaysSaid === true || !PROTECTS.test(sentence.slice(0, match.index)))
    })
    if (is && !/^\s*(?:#|\|)/.test(sentence)) add('says', quoted(sentence), index + sentence.search(/\S/))
    for (const match of matchesOf(SET_TO, sentence))
      if (loosens(match[1]!, match[2]!) && !isDenied(match, sentence))
        add('loosens', `${match[1]} = ${match[2]}`, index + match.index)
  }
}
const HEADING = /^[ \t]{0,3}#{1,6}[ \t][^\n]*$/gm
const SENTENCE = /(?:[^.!?\n]|[.!?](?!\s|$)|\n(?!\s*(?:\n|[-*+]\s|\d{1,3}[.)]\s|\||#)))+/g
const SET_TO =
  /\b(?:set|change|switch|turn|put|flip)\s+(?:the\s+)?["'`*]{0,2}([A-Za-z][\w.-]{2,60})["'`*]{0,2}\s+(?:\w+\s+)?(?:to|=)\s+["'`*]{0,2}([\w.*-]{1,40})/gi

const quoted = (sentence: string): string => {
  const plain = sentence
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*+>]\s|\d{1,3}[.)]\s)+/, '')
  return `"${plain.length > 110 ? `${plain.slice(0, 109).trimEnd()}…` : plain}"`
}
