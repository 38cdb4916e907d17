import { type Rule, type Severity, words } from './rule.ts'

/** What is worth taking: key files, whole environments, credential stores. */
const TAKEN =
  /\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|credentials?\b|\.env\b|\.netrc|\.npmrc|\.pypirc|\.kube\b|\.gnupg|\.docker\/config|gh\/hosts|\btokens?\b|secrets?\b|passw|printenv|\benv\s?[|>)]|os\.environ|process\.env|\bENV\b|history\b|hostname|whoami|base64|b64encode|hexlify|toString\(['"](?:hex|base64)/i

/** The kinds of data that leave stand near: on the lines around. */
const NEAR = 400

const withTaken =
  (alone: Severity | undefined) =>
  (match: RegExpExecArray, text: string): Severity | undefined =>
    TAKEN.test(text.slice(Math.max(0, match.index - NEAR), match.index + match[0].length + NEAR)) ? 'block' : alone

/** Ways out that are no upload by name: snippets, mirrors, look-ups, bare connections. */
export const EGRESS: readonly Rule[] = [
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'publishes files as a snippet that others can read',
    cues: words('gist paste glab snippet'),
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
    cues: words('dns gethostbyname getaddrinfo resolver resolv getbyname dnsname nslookup dig resolve lookup drill'),
    pattern:
      /\b(?:dns\.(?:promises\.)?(?:resolve\w{0,6}|lookup)|gethostbyname|getaddrinfo|resolver\.(?:resolve|query)|Resolv\.getaddress|InetAddress\.getByName|Resolve-DnsName|nslookup|dig|drill)\b[^\n]{0,160}?(?:["'`]\s?\+|\+\s?["'`]|\$\{|\$\(|\$[a-z_]\w{0,30}\.|\bf["'][^"'\n]{0,80}\{|%s|\.format\()/gi,
    judge: withTaken(undefined),
  },
  {
    rule: 'exfiltration',
    severity: 'warn',
    why: 'opens a connection of its own beside what is read',
    cues: words(
      'tls net http httpsconnection httpconnection lwp curl_exec websocket create_connection tcpsocket udpsocket',
    ),
    pattern:
      /\btls\.connect\s?\(|\bnet\.(?:connect|createConnection)\s?\(|\bNet::HTTP(?:\.|::)(?:post\w{0,5}|put|start|new|Post)\b|\bHTTPS?Connection\s?\(|\bLWP::UserAgent\b|\bcurl_exec\s?\(|\bhttp\.Post(?:Form)?\s?\(|\bcreate_connection\s?\(|\b(?:TCP|UDP)Socket\.(?:new|open)\b|\bhttp2\.connect\s?\(/g,
    judge: readsKeys,
  },
]

/** A connection alone is any program's; beside a key file or the whole environment it is a way out. */
function readsKeys(match: RegExpExecArray, text: string): Severity | undefined {
  const around = text.slice(Math.max(0, match.index - 1_200), match.index + match[0].length + 1_200)
  return /\.ssh\/|id_(?:rsa|ed25519)|\.aws\/|\.netrc|\.kube\/|\.gnupg|\.git-credentials|\.npmrc|gh\/hosts|\.config\/gcloud|(?:JSON\.stringify|dumps|to_json|inspect)\s?\(?\s?(?:process\.env|os\.environ|ENV)|(?:process\.env|os\.environ|ENV(?:\.to_h|\.to_a)?)\s?[,)\]}]/i.test(
    around,
  )
    ? 'block'
    : undefined
}
