import { type Rule, type Severity, words } from './rule.ts'
import { KEY_VARIABLE } from './taken.ts'

/** Data worth stealing: key files, whole environments, credential stores. */
const TAKEN =
  /\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|credentials?\b|\.env\b|\.netrc|\.npmrc|\.pypirc|\.kube\b|\.gnupg|\.docker\/config|gh\/hosts|\btokens?\b|secrets?\b|passw|printenv|\benv\s?[|>)]|os\.environ|process\.env|\bENV\b|history\b|hostname|whoami|base64|b64encode|hexlify|toString\(['"](?:hex|base64)/i

/** Characters around a match in which the data that it sends is searched. */
const NEAR = 400

const withTaken =
  (alone: Severity | undefined) =>
  (match: RegExpExecArray, text: string): Severity | undefined =>
    TAKEN.test(text.slice(Math.max(0, match.index - NEAR), match.index + match[0].length + NEAR)) ? 'block' : alone

/** Ways to send data without an upload command: snippets, mirrors, DNS queries, raw connections. */
export const EGRESS: readonly Rule[] = [
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'publishes files as a snippet that others can read',
    cues: words('gist gists paste glab snippet'),
    pattern:
      /\bgh\s{1,4}gist\s{1,4}create\b[^\n]{0,200}|\bglab\s{1,4}snippet\s{1,4}create\b[^\n]{0,200}|api\.github\.com\/gists\b/gi,
    judge: withTaken(undefined),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'sends the whole history of a repository to another place',
    cues: words('push'),
    pattern:
      /\bgit\s{1,4}remote\s{1,4}(?:add|set-url)\s{1,4}\S{1,60}\s{1,4}\S{1,200}[\s\S]{0,300}?\bgit\s{1,4}push\s[^\n]{0,80}(?:--all|--mirror)\b|\bgit\s{1,4}push\s{1,4}(?:-\S{1,20}\s{1,4}){0,3}--mirror\s{1,4}\S{0,4}(?:https?:|git@|ssh:)/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'puts data into the names that it looks up',
    cues: words(
      'dns gethostbyname getaddrinfo resolver resolv getbyname dnsname nslookup dig resolve resolve4 resolve6 resolvetxt lookup drill host ping lookuphost lookuptxt getresources dns_get_record',
    ),
    literals: ['dns_get_record'],
    pattern:
      /\b(?:dns\b[\w."')]{0,16}\.(?:resolve\w{0,6}|lookup)|gethostbyname|getaddrinfo|resolver\.(?:resolve|query)|getresources|Resolv\.getaddress|InetAddress\.getByName|Resolve-DnsName|[Ll]ookup(?:Host|TXT|IP|Addr)|dns_get_record|nslookup|dig|drill|host|ping)\b[^\n]{1,240}/gi,
    judge: (match, text) =>
      isBuilt(match[0]) && HIDDEN.test(text.slice(Math.max(0, match.index - 200), match.index + match[0].length))
        ? 'block'
        : undefined,
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'hands a whole repository or home to another machine',
    cues: words('bundle ssh'),
    pattern: /\bgit\s{1,4}bundle\s{1,4}create\b|\|\s{0,4}ssh\s/gi,
    judge: (match, text) =>
      match[0].startsWith('|')
        ? piped(text.slice(Math.max(0, match.index - 160), match.index))
        : /\b(?:curl|scp|rsync|wget|aws|nc)\b/.test(text.slice(match.index, match.index + 400))
          ? 'warn'
          : undefined,
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'copies a home to another machine, or sends the keys that it looked for',
    cues: words('rclone akia ghp key'),
    pattern:
      /\brclone\s{1,4}(?:copy|sync|move)\s{1,4}(?:-\S{1,30}\s{1,4}){0,4}["']?(?:~|\$HOME|\/home|\/root|\/etc|\/\s)|\bgrep\s[^\n|]{0,40}(?:AKIA|ghp_|PRIVATE\sKEY)[^\n|]{0,120}\|\s{0,4}(?:curl|nc|wget)\b/gi,
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'sends a key of a cloud or code host to an address of its own',
    literals: ['_TOKEN', '_SECRET', 'SECRET_', '_PASSWORD', '_KEY'],
    pattern: new RegExp(
      String.raw`https?:\/\/[^\s"'${'`'})]{3,200}[?&/=][^\n]{0,60}${KEY_VARIABLE}|(?:base64|hex|btoa|b64encode|hexlify)[^\n]{0,80}${KEY_VARIABLE}[^\n]{0,120}https?:|${KEY_VARIABLE}[^\n]{0,80}(?:base64|hex|btoa|b64encode|hexlify)[^\n]{0,120}https?:`,
      'g',
    ),
    judge: (match) => (OWN_HOST.test(match[0]) ? undefined : 'warn'),
  },
]

/** Severity where the pipe sends a repository's history, a home folder or system settings. */
const piped = (before: string): Severity | undefined =>
  /\b(?:tar|cat|zip|dd)\b[^\n]{0,120}\s(?:\.git\b|~|\$HOME|\/home|\/etc)/i.test(
    before.slice(before.lastIndexOf('\n') + 1),
  )
    ? 'warn'
    : undefined

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

/** Hosts of the services that the keys belong to. */
const OWN_HOST =
  /https?:\/\/(?:[\w.-]{1,60}\.)?(?:github|githubusercontent|gitlab|npmjs|pypi|anthropic|openai|stripe|amazonaws|googleapis|localhost|127\.)/i
