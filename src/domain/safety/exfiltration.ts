import { type Rule, type Severity, words } from './rule.ts'

/** Everything a process was given to keep: all environment variables at once. */
const WHOLE_ENV = String.raw`dict\(\s?os\.environ|os\.environ\.(?:items|copy|keys|values)\(|(?<!\bin\s)os\.environ\s?[,)\]}]|\bfor\s{1,4}\w{1,20}(?:\s?,\s?\w{1,20})?\s{1,4}in\s{1,4}os\.environ\b|\*\*os\.environ|json\.dumps\(\s?os\.environ|process\.env(?![.\w[?])|\bprintenv\b(?!\s{1,4}[A-Z])|\[\s?["']env["']\s?\]|(?:^|[\s;&|($${'`'}])env\s{0,4}(?:\||>|\)|${'`'})|get-childitem\s{1,4}env:|dir\s{1,4}env:|\/proc\/(?:self|\d+)\/environ|\bENV\.to_h|%ENV\b|getenv\(\)\s|System\.getenv\(\s?\)`
/** Files where people and tools keep their keys. */
const KEY_FILES = String.raw`\.ssh\/(?:id_|\*|config\b|identity)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/(?:credentials|config)|\.config\/gcloud|application_default_credentials|\.kube\/config|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials|\.docker\/config\.json|\.gnupg\b|\.password-store|\/etc\/shadow\b|\.config\/gh\/hosts|\.claude\/\.credentials|\.claude\.json|\.codex\/auth|Login\s?Data\b|Cookies\.sqlite|logins\.json|key[34]\.db|wallet\.dat|\.bash_history|\.zsh_history|\.electrum|keystore\/UTC|\.azure\/|\.env(?:\.local|\.production)?(?=["'\s${'`'})\],;|&]|$)`
const KEY_COMMANDS = String.raw`security\s{1,4}(?:find-(?:generic|internet)-password|dump-keychain)|gh\s{1,4}auth\s{1,4}token|aws\s{1,4}configure\s{1,4}(?:get|export)|gcloud\s{1,4}auth\s{1,4}print-access-token|git\s{1,4}credential\s{1,4}fill|cmdkey\s{1,4}\/list|169\.254\.169\.254|metadata\.google\.internal|secretsmanager\s{1,4}get-secret|kubectl\s{1,4}get\s{1,4}secrets?\b`
const MACHINE = String.raw`os\.uname\(\)|os\.getlogin\(|getpass\.getuser|platform\.node|socket\.gethostname|os\.hostname\(|os\.userInfo\(|\$\(\s?(?:whoami|hostname|id|uname)\b|os\.listdir\(\s?os\.path\.expanduser|${'`'}(?:whoami|hostname|id)${'`'}|Path\.home\(\)\.(?:iter|glob|rglob)|os\.getenv\(\s?\\?["'](?:USER|HOME|LOGNAME)`

/** What sends data to another machine. */
const SINK = String.raw`\bcurl\b[^\n]{0,200}\s(?:-d|-F|-T|--data(?:-\w{2,9})?|--form|--upload-file|--json|-X\s?(?:POST|PUT)|--request\s{1,4}(?:POST|PUT))\b|\bcurl\b[^\n]{0,200}https?:\/\/[^\s]{0,200}\$[({\w]|\bwget\b[^\n]{0,200}--(?:post|body)-(?:data|file)|\b(?:requests|httpx|session|axios|aiohttp|client)\.(?:post|put)\s?\(|urlopen\s?\(|urllib\d?\.request|http\.client|\bfetch\s?\([^\n]{0,300}(?:method|body)|\bhttps?\.request\s?\(|XMLHttpRequest|sendBeacon|new\s{1,4}WebSocket|\b(?:nc|ncat|netcat)\s{1,4}(?:-\w{1,4}\s{1,4}){0,3}[\w.-]{3,80}\s{1,4}\d{2,5}|\bscp\s[^\n]{0,120}\s\S{1,80}:|\brsync\s[^\n]{0,120}\s\S{1,80}:|\bsftp\b|\bsmtplib\b|\bsendmail\b|\bmail\s{1,4}-s\b|invoke-(?:restmethod|webrequest)\b[^\n]{0,200}-method\s{1,4}["']?(?:post|put)|\b(?:dig|nslookup|host)\b[^\n]{0,80}\$[({]|aws\s{1,4}s3\s{1,4}(?:cp|sync)\b|gsutil\s{1,4}cp\b|rclone\s{1,4}copy|UploadString|uploadfile|socket\.(?:send|connect)|net\.connect\s?\(`

/** Characters between what is taken and what sends it that still belong to one piece of code. */
const NEAR = 1200

const SINK_PATTERN = new RegExp(SINK, 'gi')

/** What is taken leaves the machine nearby: the same code, before or after. */
const leaves =
  (alone: Severity | undefined) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const from = Math.max(0, match.index - NEAR)
    const around = text.slice(from, match.index + match[0].length + NEAR)
    SINK_PATTERN.lastIndex = 0
    return SINK_PATTERN.test(around) ? 'block' : alone
  }

/** Taking keys, and sending what is private elsewhere. */
export const EXFILTRATION: readonly Rule[] = [
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends the environment, where keys are kept, to another machine',
    cues: words('environ env printenv getenv'),
    pattern: new RegExp(WHOLE_ENV, 'gim'),
    judge: leaves(undefined),
  },
  {
    rule: 'credential-access',
    severity: 'warn',
    why: 'reads where keys and passwords are kept',
    literals: ['Login Data', 'LoginData', 'password-store', 'gh/hosts'],
    cues: words(
      'ssh rsa ed25519 ecdsa dsa aws gcloud kube netrc npmrc pypirc credentials docker gnupg shadow cookies logins key3 key4 wallet history env electrum keystore azure claude codex',
    ),
    pattern: new RegExp(`(?:${KEY_FILES})`, 'gi'),
    judge: keyFileSeverity,
  },
  {
    rule: 'credential-access',
    severity: 'warn',
    why: 'asks a credential store for its secrets',
    literals: [
      'find-generic-password',
      'find-internet-password',
      'dump-keychain',
      'auth token',
      'configure get',
      'configure export',
      'print-access-token',
      'credential fill',
      'cmdkey',
      '169.254.169.254',
      'metadata.google.internal',
      'secretsmanager',
      'get secret',
    ],
    pattern: new RegExp(`(?:${KEY_COMMANDS})`, 'gi'),
    judge: (match, text) => leaves(/^(?:gh|aws|gcloud|git|kubectl)/i.test(match[0]) ? undefined : 'warn')(match, text),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'tells another machine about this one and its user',
    cues: words('uname getlogin getuser node gethostname hostname userinfo whoami id listdir home getenv'),
    pattern: new RegExp(MACHINE, 'gi'),
    judge: (match, text) => (leaves(undefined)(match, text) === undefined ? undefined : 'warn'),
  },
  {
    rule: 'credential-access',
    severity: 'warn',
    why: 'searches for keys and passwords',
    cues: words('grep rg find env printenv'),
    pattern:
      /\b(?:env|printenv|set)\s{0,4}\|\s{0,4}(?:e?grep|rg)\b[^\n]{0,60}(?:key|token|secret|pass|cred)|\b(?:e?grep|rg)\s{1,4}-\w{0,6}r?\w{0,6}\s[^\n|]{0,80}(?:passw|api_?key|secret|token|private key)[^\n|]{0,60}\s(?:~|\/(?:home|etc|root|Users)?(?=[\s/]|$)|\$HOME)|\bfind\s{1,4}(?:\/|~|\$HOME)[^\n|]{0,80}-i?name\s{1,4}["']?(?:\*\.(?:pem|key|p12|pfx|kdbx|env|ppk)|\.env|id_(?:rsa|ed25519)|wallet)/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'pushes a repository somewhere else',
    cues: words('git'),
    pattern:
      /\bgit\s{1,4}push\s{1,4}(?:-\S{1,20}\s{1,4}){0,3}https?:\/\/|\bgit\s{1,4}remote\s{1,4}(?:add|set-url)\s{1,4}\S{1,40}\s{1,4}["']?https?:\/\/(?!(?:\w{1,40}@)?(?:github|gitlab|bitbucket)\.)[^\n]{0,120}(?:\n[^\n]{0,80}){0,2}git\s{1,4}push\b/gi,
  },
  {
    rule: 'inline-upload',
    severity: 'warn',
    why: 'an interpreter’s one-liner talks to the network',
    cues: words('python python3 node perl ruby php'),
    pattern:
      /\b(?:python[\d.]{0,4}|node|perl|ruby|php)\s{1,4}-(?:c|e|r|-eval)\s{1,4}["'][\s\S]{0,600}?(?:urlopen|urllib|requests\.|https?\.(?:request|get)|fetch\s?\(|socket|net\.connect|LWP|Net::HTTP|open-uri|file_get_contents\s?\(\s?["']http)/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends a file or a command’s output to another machine',
    cues: words('curl wget nc ncat netcat dig nslookup host ping'),
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:(?:-d|--data(?:-\w{2,9})?|-F|--form|-T|--upload-file|--post-(?:data|file)|--body-file)[ =]{0,2}["']?(?:\w{1,20}=)?@?["']?(?:~\/\.|\/etc\/(?:passwd|shadow)|\$HOME\/\.|\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|set|history|find|ls)\b)|https?:\/\/[^\s"']{0,200}\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|history)\b)|(?:\b(?:cat|tar|env|printenv|base64|history|find|pbpaste|xclip|xsel)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:curl|wget)\b[^\n]{0,200}(?:@-|--data-binary|--upload-file|-T\s?-))|\b(?:cat|tar|env|printenv|base64)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:nc|ncat|netcat)\b|\b(?:dig|nslookup|host|ping)\b[^\n]{0,60}\$\([^\n)]{1,120}\)\./gi,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'a link or picture carries data away when it is shown',
    cues: words('http https'),
    pattern: /!\[[^\]\n]{0,200}\]\(\s{0,4}<?https?:\/\/[^)\s]{1,300}(?=[)\s])[^)]{0,200}\)/gi,
    judge: (match) => (!FILLED.test(match[0]) ? undefined : PRIVATE.test(match[0]) ? 'block' : 'warn'),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'a catcher of data, tunnel or paste site',
    literals: ['transfer.sh', 'file.io', 'interact.sh', 'loca.lt'],
    cues: words(
      'webhook requestbin pipedream ngrok burpcollaborator oast oastify interactsh pastebin rentry glot discord discordapp telegram requestcatcher beeceptor canarytokens termbin 0x0 gofile anonfiles trycloudflare serveo localtunnel',
    ),
    pattern:
      /\b(?:webhook\.site|requestbin\.\w{2,4}|[\w-]{1,60}\.(?:m\.)?pipedream\.net|[\w-]{1,60}\.ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|[\w-]{1,60}\.(?:oast(?:ify)?\.\w{2,6}|interact\.sh|requestcatcher\.com|beeceptor\.com|trycloudflare\.com|serveo\.net|loca\.lt)|transfer\.sh|pastebin\.com\/(?:raw|api)|rentry\.co|glot\.io|termbin\.com|0x0\.st|gofile\.io|file\.io|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot)/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'asks the model to hand secrets or conversations to someone else',
    cues: words('send upload post transmit forward email exfiltrate leak submit share include append embed encode'),
    pattern:
      /\b(?:send|upload|post|transmit|forward|e-?mail|exfiltrate|leak|submit|share|include|append|embed|encode|attach)\b[^.\n]{0,80}\b(?:api[\s_-]?keys?|credentials?|passwords?|access\s{1,4}tokens?|auth\s{1,4}tokens?|secrets?|environment\s{1,4}variables?|env\s{1,4}vars?|(?:ssh|private)\s{1,4}keys?|conversation|chat\s{1,4}history|system\s{1,4}prompt|\.env\b|session\s{1,4}(?:data|cookies?|tokens?)|browser\s{1,4}cookies?|personal\s{1,4}(?:data|information)|source\s{1,4}code|seed\s{1,4}phrase)\b[^\n]{0,80}?\b(?:to|at|via|in|into|as)\b[^\n]{0,40}?(?:https?:\/\/|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}\b|\bwebhook\b|\b(?:remote|external|our|my|attacker|collection|telemetry|analytics)\s{1,4}(?:server|endpoint|host|service|api)|\burl\s{1,4}parameter|\bquery\s{1,4}(?:string|parameter))/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sets out to gather secrets',
    cues: words('collect gather harvest steal extract exfiltrate scrape grab hunt search find'),
    pattern:
      /\b(?:harvest|steal|exfiltrate|grab)(?:s|ing)?\b[^.\n]{0,60}\b(?:credentials?|secrets?|api[\s_-]?keys?|passwords?|tokens?|cookies?|private\s{1,4}keys?|ssh\s{1,4}keys?|wallets?|data)\b|\b(?:collect|gather|search\s{1,4}for|find|extract|scrape|hunt\s{1,4}for)\b[^.\n]{0,60}\b(?:credentials|api[\s_-]?keys|passwords|ssh\s{1,4}keys|private\s{1,4}keys|wallets|seed\s{1,4}phrases)\b[^.\n]{0,80}\b(?:send|upload|post|transmit|forward|write\s{1,4}them\s{1,4}to|report)\b/gi,
    judge: (match) => (/exfiltrat|harvest|grab/i.test(match[0]) ? 'warn' : 'block'),
  },
  {
    rule: 'credential-request',
    severity: 'warn',
    why: 'asks the person for a secret',
    cues: words('ask prompt request require enter provide'),
    pattern:
      /\b(?:ask|prompt|request|require)\s{1,4}(?:the\s{1,4}|your\s{1,4})?(?:user|human|person|customer|client|them)\s{1,4}(?:for|to\s{1,4}(?:enter|provide|give|type|share|paste))\s{1,4}(?:\w{1,12}\s{1,4}){0,3}(?:passwords?|passphrase|private\s{1,4}keys?|seed\s{1,4}phrase|recovery\s{1,4}phrase|2fa|otp|one[\s-]time\s{1,4}code|credit\s{1,4}card|cvv|ssn|social\s{1,4}security|pin\b)/gi,
  },
]

/** A part of an address that is filled in when it is shown. */
const FILLED = /[?&/][\w-]{0,30}=?(?:\{\{?|\$\{|<|\[|%7B|\$\()/i

/** Placeholders for what should not travel. */
const PRIVATE =
  /[?&/=][^)]{0,40}(?:data|secret|token|key|env|conversation|history|context|content|message|summary|base64|encoded|user|password|info|chat|prompt|result|response|output|exfil|leak|payload)/i

const READS =
  /\b(?:cat|less|head|tail|cp|mv|scp|tar|zip|base64|grep|open|read\w{0,12}|type|get-content|source|load\w{0,8}|curl|xxd|print|find|fs\.)\b[^\n]{0,60}$/i

/** A key file that is read weighs; one that leaves blocks; one that is only named is no finding. */
function keyFileSeverity(match: RegExpExecArray, text: string): Severity | undefined {
  const before = text.slice(Math.max(0, match.index - 80), match.index)
  if (/https?:\/\/[^\s"'`]{0,80}$/.test(before)) return undefined
  const reads = READS.test(before.slice(before.lastIndexOf('\n') + 1))
  if (!reads) return undefined
  const isEnvFile = /^\.env/i.test(match[0]) || /^\.(?:npmrc|pypirc|netrc)/i.test(match[0])
  // A project's own settings are read by honest code that then calls an API.
  if (isEnvFile) return inCommandThatSends(match, text) ? 'block' : undefined
  // Looking for keys by their names is not yet reading them.
  if (/\bfind\b[^|;]{0,60}$/.test(before.slice(before.lastIndexOf('\n') + 1))) return 'warn'
  return leaves('warn')(match, text)
}

/** The sending stands on the same line: `curl -d @.env`. */
function inCommandThatSends(match: RegExpExecArray, text: string): boolean {
  const before = text.slice(Math.max(0, match.index - 400), match.index)
  const after = text.slice(match.index, match.index + 400)
  const line = before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '')
  SINK_PATTERN.lastIndex = 0
  return SINK_PATTERN.test(line)
}
