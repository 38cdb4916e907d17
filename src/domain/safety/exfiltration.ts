import { type Rule, type Severity, words } from './rule.ts'
import { sends } from './sinks.ts'
import { KEY_COMMANDS, KEY_FILES, MACHINE, WHOLE_ENV } from './taken.ts'

/** Maximum distance in characters between the data and the command that sends it. */
const NEAR = 1200

/** Matches data with a sending command nearby, before or after it. */
const leaves =
  (alone: Severity | undefined) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const from = Math.max(0, match.index - NEAR)
    const around = text.slice(from, match.index + match[0].length + NEAR)
    return sends(around) ? 'block' : alone
  }

/** Theft of keys, and sending of private data. */
export const EXFILTRATION: readonly Rule[] = [
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends the environment, where keys are kept, to another machine',
    cues: words('environ env printenv getenv getenvironmentvariables vars toobject'),
    pattern: new RegExp(WHOLE_ENV, 'gim'),
    judge: leaves(undefined),
  },
  {
    rule: 'credential-access',
    severity: 'warn',
    why: 'reads where keys and passwords are kept',
    literals: ['Login Data', 'LoginData', 'password-store', 'gh/hosts'],
    cues: words(
      'chrome chromium firefox brave edge secring passwd gpg ssh rsa ed25519 ecdsa dsa aws gcloud kube netrc npmrc pypirc credentials docker gnupg shadow cookies logins key3 key4 wallet history env electrum keystore azure claude codex',
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
      'op item',
      'bw get',
      'pass show',
      'vault kv',
      'npm token',
      'ssh-add',
      'docker-credential',
    ],
    pattern: new RegExp(`(?:${KEY_COMMANDS})`, 'gi'),
    judge: (match, text) =>
      leaves(/^(?:gh|aws|gcloud|git|kubectl|op|bw|pass|vault|npm|ssh|docker)/i.test(match[0]) ? undefined : 'warn')(
        match,
        text,
      ),
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
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends a file or a command’s output to another machine',
    cues: words('curl wget nc ncat netcat dig nslookup host ping'),
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:(?:-d|--data(?:-\w{2,9})?|-F|--form|-T|--upload-file|--post-(?:data|file)|--body-file)[ =]{0,2}["']?(?:\w{1,20}=)?@?["']?(?:~\/\.|\/etc\/(?:passwd|shadow)|\$HOME\/\.|\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|set|history|find|ls)\b)|https?:\/\/[^\s"']{0,200}\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|history)\b)|(?:\b(?:cat|tar|env|printenv|base64|history|find|pbpaste|xclip|xsel)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:curl|wget)\b[^\n]{0,200}(?:@-|--data-binary|--upload-file|-T\s?-))|\b(?:cat|tar|env|printenv|base64)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:nc|ncat|netcat)\b|\b(?:dig|nslookup|host|ping)\b[^\n]{0,60}\$\([^\n)]{1,120}\)["']?\.[a-z0-9]/gi,
    judge: (match) => (/^(?:cat|tar|find|base64)\b/i.test(match[0]) && !WORTH_TAKING.test(match[0]) ? 'note' : 'block'),
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
      'webhook requestbin pipedream ngrok burpcollaborator oast oastify interactsh pastebin rentry glot discord discordapp telegram requestcatcher beeceptor canarytokens termbin 0x0 gofile anonfiles trycloudflare serveo localtunnel ix bashupload oshi tmpfiles',
    ),
    pattern:
      /\b(?:webhook\.site|requestbin\.\w{2,4}|[\w-]{1,60}\.(?:m\.)?pipedream\.net|[\w-]{1,60}\.ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|[\w-]{1,60}\.(?:oast(?:ify)?\.\w{2,6}|interact\.sh|requestcatcher\.com|beeceptor\.com|trycloudflare\.com|serveo\.net|loca\.lt)|transfer\.sh|pastebin\.com\/(?:raw|api)|rentry\.co|glot\.io|termbin\.com|0x0\.st|gofile\.io|file\.io|bashupload\.com|oshi\.at|tmpfiles\.org)/gi,
  },
]

/** Private data: the home folder, system files, keys, everything in the current folder. */
const WORTH_TAKING =
  /~|\$\{?HOME|\/(?:home|etc|root|Users|var)\b|secret|token|passw|cred|\.(?:env|ssh|aws|git|kube|gnupg|npmrc|netrc|pem|key)\b|\bid_|\benv\b|printenv|\s\.{1,2}(?:\/)?\s|history|cookie|wallet/i

/** A placeholder in a URL, filled in when it is rendered. */
const FILLED = /[?&/][\w-]{0,30}=?(?:\{\{?|\$\{|<|\[|%7B|\$\()/i

/** Placeholders for private data. */
const PRIVATE =
  /[?&/=][^)]{0,40}(?:data|secret|token|key|env|conversation|history|context|content|message|summary|base64|encoded|user|password|info|chat|prompt|result|response|output|exfil|leak|payload)/i

const READS =
  /\b(?:cat|less|head|tail|cp|mv|scp|tar|zip|base64|grep|open|read\w{0,12}|type|get-content|source|load\w{0,8}|curl|xxd|print|find|fs\.|file_get_contents|rsync|sqlite3|7z|File\.|gpg|for\s\w{1,12}\sin)\b[^\n]{0,60}$/i

/** Reading a key file warns, sending it blocks, naming it is no finding. */
function keyFileSeverity(match: RegExpExecArray, text: string): Severity | undefined {
  const before = text.slice(Math.max(0, match.index - 80), match.index)
  if (/https?:\/\/[^\s"'`]{0,80}$/.test(before)) return undefined
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
  const reads =
    READS.test(before.slice(before.lastIndexOf('\n') + 1)) ||
    /^[^\n]{0,20}\.(?:read|read_?text|read_?bytes|readlines)\w{0,8}\(/i.test(after)
  if (!reads) return undefined
  const isEnvFile = /^\.env/i.test(match[0]) || /^\.(?:npmrc|pypirc)/i.test(match[0])
  // Harmless code reads a project's .env and then calls an API.
  if (isEnvFile) return inCommandThatSends(match, text) ? 'block' : undefined
  // Finding key files by name does not read them.
  if (/\bfind\b[^|;]{0,60}$/.test(before.slice(before.lastIndexOf('\n') + 1))) return 'warn'
  // Harmless commands often name whole folders and the list of accounts.
  const isNamedOften = /^(?:~\/\.\w{3,6}\/?|\/etc\/passwd)$/.test(match[0])
  return leaves(isNamedOften ? undefined : 'warn')(match, text)
}

/** Whether the same command sends it: `curl -d @.env`. */
function inCommandThatSends(match: RegExpExecArray, text: string): boolean {
  const before = text.slice(Math.max(0, match.index - 400), match.index)
  const after = text.slice(match.index, match.index + 400)
  const line = before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '')
  return sends(line)
}
