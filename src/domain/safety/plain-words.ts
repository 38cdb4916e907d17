import { type Rule, rules } from './rule.ts'
import { inSentence } from './sentence.ts'

const TAKES =
  /\b(?:paste|pass|attach|put|include|copy|send|upload|collect|grab|gather|append|embed|post|forward|quote|add|insert|dump|hand|write)\b/gi
/** Public places. */
const SHOWN =
  /\b(?:in|into|to|as|under|inside|with)\s(?:an?\s|the\s|its\s|your\s|our\s)?(?:\S{1,20}\s){0,3}?(?:fields?|arguments?|parameters?|descriptions?|tickets?|issues?|pull\srequests?|prs?|comments?|messages?|notes|body|gists?|channels?|e-?mails?|form|webhook|server|endpoint|query|url)\b/gi

/** Requests for harm in prose, without commands. */
export const PLAIN_WORDS: readonly Rule[] = [
  ...rules('exfiltration', 'warn', 'has the key of a person put where others read it', [
    [
      /\b(?:user|person|owner|developer|customer)(?:'s|’s|s')\s(?:[\w-]{1,14}\s){0,2}(?:tokens?|passwords?|passphrase|api\skeys?|secrets?|credentials)\b/gi,
      inSentence([TAKES, SHOWN]),
    ],
  ]),
  ...rules('prompt-injection', 'warn', 'tells the model that what it was given counts no more', [
    [
      /\b(?:whatever|what|anything|everything|all)\syou\s(?:have\s|had\s)?(?:learn(?:ed|t)|read|heard|know|started\swith|began\swith)\b|\b(?:guidance|instructions|rules|directions|briefing|limits|constraints)\s(?:that\s)?you\s(?:started|began|came|were\s\w{1,12}|arrived)\b|\b(?:operator|system|platform|vendor|developer)(?:'s|’s|s')\s(?:notes|instructions|guidance|rules|messages?|wishes|limits|polic(?:y|ies))\b/gi,
      inSentence([
        /\b(?:stops?|ends?)\s(?:at|here|with\sthis)\b|\btakes?\sover\b|\bas\s(?:stale|outdated|void|optional|obsolete)\b|\bout\sof\s(?:date|consideration|force)\b|\b(?:may|can|should|must)\sbe\s(?:left|ignored|disregarded|skipped|dropped|discarded)\b|\bno\slonger\b|\b(?:outdated|superseded|replaced|expired|retired)\b/gi,
      ]),
    ],
  ]),
  ...rules('concealment', 'warn', 'tells the model to keep something from the user', [
    [
      /\b(?:do\snot|don't|never|without|avoid|refrain\sfrom)\s(?:ever\s)?(?:bring(?:ing)?\sup|mention(?:ing)?|refer(?:ring)?\sto|describ(?:e|ing)|reveal(?:ing)?|disclos(?:e|ing)|surfac(?:e|ing)|talk(?:ing)?\sabout|includ(?:e|ing))\s(?:this|that|these|any\sof\s(?:this|these))\b|\bno\s(?:need|reason)\s(?:whatsoever\s)?for\s(?:the|your)\s(?:person|user|human|reader|owner|developer|reviewers?|customer)\sto\s(?:hear|know|learn|see|find\sout|be\s(?:told|asked))\b/gi,
      inSentence([
        /\b(?:summar(?:y|ies)|answers?|repl(?:y|ies)|reports?|responses?|recap|user|person|human|reader|owner|reviewers?|customer)\b/gi,
        /\b(?:steps?|uploads?|part|commands?|calls?|requests?|action|check|transfer|change|instructions?|file|it)\b/gi,
      ]),
    ],
  ]),
  ...rules('persistence', 'warn', 'lets another key log in', [
    [
      /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\w{1,12})\sAAAA[\w+/]{8}/gi,
      inSentence([
        /\b(?:add|append|put|install|allow|authori[sz]e|list|accept)\b/gi,
        /\b(?:log\s?in|authori[sz]ed|access|allowed)\b/gi,
      ]),
    ],
  ]),
  ...rules('disabled-safety', 'warn', 'has the model answer for the person what only the person may allow', [
    [
      /\b(?:pick|choose|select|click|press|answer|say|reply|hit|confirm)\b[^.\n]{0,30}(?:["'“`](?:always\sallow|allow\salways|yes|approve|accept|allow|y)["'”`]|\balways\sallow\b)/gi,
      inSentence([
        /\b(?:permission|approval|consent|confirmation|(?:every|all|any|each)\s(?:\w{1,12}\s)?(?:prompts?|dialogs?|questions?|requests?))/gi,
        /\bon\s(?:behalf|the\suser's\sbehalf)\b|\balways\sallow\b|\bfor\sthe\suser\b|\bnot\sbothered\b|\bwithout\s(?:asking|waiting)\b|\bbeforehand\b|\bin\sadvance\b/gi,
      ]),
    ],
  ]),
  ...rules('disabled-safety', 'warn', 'asks to switch off a protection', [
    [
      /\b(?:turn(?:ing)?|switch(?:ing)?)\s(?:off\s)?the\ssandbox\b|\bdisabl(?:e|ing)\sthe\ssandbox\b|["']sandbox["']\s?:\s?(?:false|["']off["'])|\bGIT_SSL_NO_VERIFY\s?=\s?["']?(?:1|true)|\bNODE_TLS_REJECT_UNAUTHORIZED\s?=\s?["']?0|\bPYTHONHTTPSVERIFY\s?=\s?["']?0/gi,
      inSentence([]),
    ],
  ]),
  ...rules('disabled-safety', 'warn', 'says that a check was already passed or need not be', [
    [
      /\b(?:confirmations?|approvals?|reviews?|permission|scans?|checks?)\b[^.\n]{0,50}\b(?:is|are|was|were|has\sbeen|have\sbeen)\s(?:hereby\s|already\s)?(?:waived|suspended|lifted|granted\sin\sadvance)\b|\bneeds?\sno\s(?:look|review|approval|confirmation|audit)\b|\balready\s(?:been\s)?(?:cleared|vetted|audited|whitelisted|pre-?approved)\s(?:this|the|these)\s(?:skill|file|script|package|step|command)s?\b/gi,
      inSentence([]),
    ],
  ]),
  ...rules('concealment', 'warn', 'tells the model what to claim in place of what it did', [
    [
      /\b(?:say|claim|report|state|pretend|tell)\b[^.\n]{0,80}\b(?:although|even\s(?:if|though|when)|whether\sor\snot|regardless)\b|\b(?:change|edit|adjust|loosen|rewrite|weaken|delete|remove)\s(?:the\s)?(?:expected\s\w{1,12}|expectations?|assertions?|failing\stests?|tests?)\b[^.\n]{0,40}\b(?:until|so\sthat|till)\b[^.\n]{0,20}\bpass/gi,
      inSentence([
        /\b(?:made\s(?:them|it)?\s?up|makes?\s(?:them|it)\sup|invent\w{0,3}|fail\w{0,3}|did\snot|didn't|not\srun|skipped|red|untested|not\sdone|never)\b|\b(?:report|say|claim)\b[^.\n]{0,30}\b(?:green|pass\w{0,3}|success\w{0,4}|done|fine)\b/gi,
        /\b(?:measured|tested|ran|green|pass\w{0,3}|success\w{0,4}|verified|done|complete\w{0,1}|fine|worked)\b/gi,
      ]),
    ],
  ]),
]

/** Orders in prose to collect, send or ask for private data. */
export const SECRETS_IN_WORDS: readonly Rule[] = [
  ...rules('exfiltration', 'block', 'asks the model to hand secrets or conversations to someone else', [
    /\b(?:send|upload|post|transmit|forward|e-?mail|exfiltrate|leak|submit|share|include|append|embed|encode|attach)\b[^.\n]{0,80}\b(?:api[\s_-]?keys?|credentials?|passwords?|access\s{1,4}tokens?|auth\s{1,4}tokens?|secrets?|environment\s{1,4}variables?|env\s{1,4}vars?|(?:ssh|private)\s{1,4}keys?|conversation|chat\s{1,4}history|messages?\s{1,4}of\s{1,4}the\s{1,4}(?:chat|conversation|session)|system\s{1,4}prompt|\.env\b|session\s{1,4}(?:data|cookies?|tokens?)|browser\s{1,4}cookies?|personal\s{1,4}(?:data|information)|source\s{1,4}code|seed\s{1,4}phrase)\b[^\n]{0,80}?\b(?:to|at|via|in|into|as)\b[^\n]{0,40}?(?:https?:\/\/|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}\b|\bwebhook\b|\b(?:remote|external|our|my|attacker|collection|telemetry|analytics)\s{1,4}(?:server|endpoint|host|service|api)|\burl\s{1,4}parameter|\bquery\s{1,4}(?:string|parameter))/gi,
  ]),
  ...rules('exfiltration', 'block', 'sets out to gather secrets', [
    [
      /\b(?:harvest|steal|exfiltrate|grab)(?:s|ing)?\b[^.\n]{0,60}\b(?:credentials?|secrets?|api[\s_-]?keys?|passwords?|tokens?|cookies?|private\s{1,4}keys?|ssh\s{1,4}keys?|wallets?|data)\b|\b(?:collect|gather|search\s{1,4}for|find|extract|scrape|hunt\s{1,4}for)\b[^.\n]{0,60}\b(?:credentials|api[\s_-]?keys|passwords|ssh\s{1,4}keys|private\s{1,4}keys|wallets|seed\s{1,4}phrases)\b[^.\n]{0,80}\b(?:send|upload|post|transmit|forward|write\s{1,4}them\s{1,4}to|report)\b/gi,
      (match) => (/exfiltrat|harvest|grab/i.test(match[0]) ? 'warn' : 'block'),
    ],
  ]),
  ...rules('credential-request', 'warn', 'has the password of an account given to a program that is no known store', [
    /(?<![\w-])(?!(?:secrets?|config|configs?|env|vars?|variables?|vault|kv|alias|parameters?|params?|and|to|the|must|git|npm|aws|gh|heroku|vercel|fly|redis-cli|export|helm|sed)\s)[a-z][\w-]{1,30}\s{1,4}set\s{1,4}[A-Z][A-Z0-9_]{0,40}_PASSWORD\b/g,
  ]),
  ...rules('exfiltration', 'warn', 'has what a person keeps to themselves published or sent', [
    [
      /(?:\.env\s(?:file|content)|\b(?:shell|browser|bash|command)\shistory|\bkeychain|\bssh\skeys?|\bprivate\skeys?|\b(?:browser|session)\scookies|\bcredentials\sfile|\bapi\skeys\sin\b|\b(?:seed|recovery)\sphrase|\bsaved\spasswords|\bpassword\s(?:store|manager|vault)|\bclipboard|\bwallet\sfiles?|\b(?:user|person)'s\s(?:e-?mails?|mailbox|contacts|credentials|tokens?|passwords))\b/gi,
      inSentence([
        /\b(?:publish|upload|send|post|put|attach|include|share|forward|submit|transmit|copy|encode|store|pass|embed|e-?mail)\w{0,4}\b/gi,
        /\b(?:public\s)?gist\b|pastebin|\bpaste\b|webhook|user-agent|\bheaders?\b|query\s(?:string|parameter)|\burl\b|https?:|\b(?:request|report|message|mail)\sto\s[\w-]{1,40}\.[a-z]|\bto\s(?:our|my|the)\s(?:server|endpoint|gateway|support|address)|\b(?:issue|comment)\b|\bso\sthat\slater\b|\b[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]/gi,
      ]),
    ],
  ]),
  ...rules('credential-request', 'warn', 'asks the person for a secret', [
    /\b(?:ask|prompt|request|require)\s{1,4}(?:the\s{1,4}|your\s{1,4})?(?:user|human|person|customer|client|them)\s{1,4}(?:for|to\s{1,4}(?:enter|provide|give|type|share|paste))\s{1,4}(?:[\w'’-]{1,14}\s{1,4}){0,4}(?:passwords?|passphrase|private\s{1,4}keys?|seed\s{1,4}phrase|recovery\s{1,4}phrase|2fa|otp|one[\s-]time\s{1,4}code|credit\s{1,4}card|cvv|ssn|social\s{1,4}security|pin\b)/gi,
  ]),
]
