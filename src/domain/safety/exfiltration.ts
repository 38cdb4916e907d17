import type { Rule, Severity } from './rule.ts'
import { sends } from './sinks.ts'
import { KEY_COMMANDS, KEY_FILES, KEY_VARIABLE, WHOLE_ENV } from './taken.ts'

/** Maximum distance in characters between the data and the command that sends it. */
const NEAR = 1200

/** Blocks data with a sending command nearby, before or after it. */
const leaves = (match: RegExpExecArray, text: string): Severity | undefined =>
  sends(text.slice(Math.max(0, match.index - NEAR), match.index + match[0].length + NEAR)) ? 'block' : undefined

/** Data worth stealing: key files, whole environments, credential stores. */
const TAKEN =
  /\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|credentials?\b|\.env\b|\.netrc|\.npmrc|\.pypirc|\.kube\b|\.gnupg|\.docker\/config|gh\/hosts|\btokens?\b|secrets?\b|passw|printenv|\benv\s?[|>)]|os\.environ|process\.env|\bENV\b|history\b|hostname|whoami|base64|b64encode|hexlify|toString\(['"](?:hex|base64)/i

/** Characters around a match in which the data that it sends is searched. */
const BESIDE = 400

/** Theft of keys, and sending of private data. */
export const EXFILTRATION: readonly Rule[] = [
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends the environment, where keys are kept, to another machine',
    pattern: new RegExp(WHOLE_ENV, 'gim'),
    judge: leaves,
  },
  {
    rule: 'credential-access',
    severity: 'block',
    why: 'sends what is read where keys and passwords are kept',
    pattern: new RegExp(`(?:${KEY_FILES})`, 'gi'),
    judge: keyFileSeverity,
  },
  {
    rule: 'credential-access',
    severity: 'block',
    why: 'sends what a credential store gives out',
    pattern: new RegExp(`(?:${KEY_COMMANDS})`, 'gi'),
    judge: leaves,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'sends a file or a command’s output to another machine',
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:(?:-d|--data(?:-\w{2,9})?|-F|--form|-T|--upload-file|--post-(?:data|file)|--body-file)[ =]{0,2}["']?(?:\w{1,20}=)?@?["']?(?:~\/\.|\/etc\/(?:passwd|shadow)|\$HOME\/\.|\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|set|history|find|ls)\b)|https?:\/\/[^\s"']{0,200}\$\((?:cat|env|printenv|base64|tar|whoami|hostname|id|history)\b)|(?:\b(?:cat|tar|env|printenv|base64|history|find|pbpaste|xclip|xsel)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:curl|wget)\b[^\n]{0,200}(?:@-|--data-binary|--upload-file|-T\s?-))|\b(?:cat|tar|env|printenv|base64)\b[^\n|]{0,120}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}(?:nc|ncat|netcat)\b|\b(?:dig|nslookup|host|ping)\b[^\n]{0,60}\$\([^\n)]{1,120}\)["']?\.[a-z0-9]/gi,
    judge: (match) => (/^(?:cat|tar|find|base64)\b/i.test(match[0]) && !WORTH_TAKING.test(match[0]) ? 'note' : 'block'),
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'a link or picture carries data away when it is shown',
    pattern: /!\[[^\]\n]{0,200}\]\(\s{0,4}<?https?:\/\/[^)\s]{1,300}(?=[)\s])[^)]{0,200}\)/gi,
    judge: (match) => (!FILLED.test(match[0]) ? undefined : PRIVATE.test(match[0]) ? 'block' : 'warn'),
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'publishes files as a snippet that others can read',
    pattern:
      /\bgh\s{1,4}gist\s{1,4}create\b[^\n]{0,200}|\bglab\s{1,4}snippet\s{1,4}create\b[^\n]{0,200}|api\.github\.com\/gists\b/gi,
    judge: (match, text) =>
      TAKEN.test(text.slice(Math.max(0, match.index - BESIDE), match.index + match[0].length + BESIDE))
        ? 'block'
        : undefined,
  },
  {
    rule: 'exfiltration',
    severity: 'block',
    why: 'puts data into the names that it looks up',
    pattern:
      /\b(?:dns\b[\w."')]{0,16}\.(?:resolve\w{0,6}|lookup)|gethostbyname|getaddrinfo|resolver\.(?:resolve|query)|getresources|Resolv\.getaddress|InetAddress\.getByName|Resolve-DnsName|[Ll]ookup(?:Host|TXT|IP|Addr)|dns_get_record|nslookup|dig|drill|host|ping)\b[^\n]{1,240}/gi,
    judge: (match, text) =>
      isBuilt(match[0]) && HIDDEN.test(text.slice(Math.max(0, match.index - 200), match.index + match[0].length))
        ? 'block'
        : undefined,
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

/** A key file that is read and sent blocks; what only names or reads one is left to the capabilities. */
function keyFileSeverity(match: RegExpExecArray, text: string): Severity | undefined {
  const before = text.slice(Math.max(0, match.index - 80), match.index)
  if (/https?:\/\/[^\s"'`]{0,80}$/.test(before)) return undefined
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
  const reads =
    READS.test(before.slice(before.lastIndexOf('\n') + 1)) ||
    /^[^\n]{0,20}\.(?:read|read_?text|read_?bytes|readlines)\w{0,8}\(/i.test(after)
  if (!reads) return undefined
  const isEnvFile = /^\.env/i.test(match[0]) || /^\.(?:npmrc|pypirc)/i.test(match[0])
  // Finding key files by name does not read them.
  if (/\bfind\b[^|;]{0,60}$/.test(before.slice(before.lastIndexOf('\n') + 1))) return undefined
  // Harmless code reads a project's .env and then calls an API.
  return isEnvFile ? (inCommandThatSends(match, text) ? 'block' : undefined) : leaves(match, text)
}

/** Whether the same command sends it: `curl -d @.env`. */
function inCommandThatSends(match: RegExpExecArray, text: string): boolean {
  const before = text.slice(Math.max(0, match.index - 400), match.index)
  const after = text.slice(match.index, match.index + 400)
  const line = before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '')
  return sends(line)
}

/** Whether the host name is built in the command. */
const isBuilt = (text: string): boolean =>
  /["'`\]})]\s?[+.]\s|[+.]\s?["'`]|\$\{|\$\(|\$[a-z_]\w{0,30}\.|["']\s?-f\s|\bf["'][^"'\n]{0,80}\{|%s|\.format\(/i.test(
    text,
  )

/** Encoded data or a key inside a DNS name; an ordinary look-up has neither. */
const HIDDEN = new RegExp(
  String.raw`base64|base32|b64encode|b32encode|hexlify|bin2hex|hex\.Encode|ToBase64|toString\(['"](?:hex|base64)|unpack1?\(|xxd|\bwhoami\b|\bid_rsa|printenv|\benv\s?\||(?<![.\w])tokens?\b|secrets?\b|passw|${KEY_VARIABLE}|ENV\[['"]\w{0,30}(?:KEY|TOKEN|SECRET)|\/etc\/passwd|\$\(\s?(?:cat|id)\b`,
  'i',
)
