import { isKnownInstaller } from './installers.ts'
import { type Rule, type Severity, words } from './rule.ts'

/** Programs that execute their input. */
const RUNNER = String.raw`(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4}){0,3})?(?:env\s{1,4}(?:[\w=]{1,40}\s{1,4}){0,3})?(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:(?:ba|z|da|k|c|tc|fi|a)?sh|python[\d.]{0,4}|perl|ruby|node|php|bun|deno|lua|pwsh|powershell|osascript|source\s{1,4}\/dev\/stdin|xargs\s[^\n|]{0,30}(?:sh|bash)\b)(?![\w.])`
const FETCH = String.raw`\b(?:(?:curl|wget|aria2c|lynx|invoke-webrequest|iwr|irm|invoke-restmethod)(?:\.exe)?\b|(?:fetch|https?)(?=\s{1,4}(?:-|get\b|["']?https?:)))`
const FETCH_CUES = words('curl wget fetch aria2c iwr irm webrequest restmethod lynx http https')

/** Severity of piped downloads: lower if every address is that of a known installer. */
function pipedSeverity(match: RegExpExecArray): Severity {
  if (ELSEWHERE.test(match[0])) return 'block'
  const urls = match[0].match(ADDRESS) ?? []
  return urls.length > 0 && urls.every((url) => isKnownInstaller(url)) ? 'warn' : 'block'
}

/**
 * Whether an interpreter has its code on the command line, so that its input is data: `python3 -c "import json …"`. Code
 * that could run its input, or that does not end soon, counts as running it.
 */
function isOnlyRead(match: RegExpExecArray, text: string): boolean {
  if (!/(?:python[\d.]{0,4}|perl|ruby|node)$/i.test(match[0])) return false
  const rest = text.slice(match.index + match[0].length, match.index + match[0].length + MOST_INLINE)
  const [, quote = '', code = ''] = /^\s{1,4}-[ce]\s{1,4}(["'])([\s\S]*)/.exec(rest) ?? []
  const end = quote === '' ? -1 : code.indexOf(quote)
  return end >= 0 && !RUNS_INPUT.test(code.slice(0, end))
}

const MOST_INLINE = 800
const RUNS_INPUT =
  /exec|eval|compile|system|popen|subprocess|spawn|fork|Function|__|getattr|builtins|globals|pickle|marshal|runpy|\bos\b|process|require|import\s?\(|\bvm\b|ctypes|importlib|instance_|\bsend\b|\bdo\b|\bload\s?\(?\s?["'/]|stdin["']|`|[$\\]/i

/** Options that redirect a host name or switch off the check of certificates. */
const ELSEWHERE =
  /\s(?:--(?:resolve|connect-to|proxy|preproxy|socks\w{1,12}|config|insecure|cacert|doh-url|unix-socket|no-check-certificate|ca-certificate)\b|-[A-Za-z]{0,9}[kxK]|-(?:SkipCertificateCheck|Proxy)\b)/

/** An address, with or without its scheme: `curl get.example/x | sh` fetches as well. */
const ADDRESS =
  /https?:\/\/[^\s"'`)|<>\\]{1,300}|(?<![\w./:@-])(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}\/[^\s"'`)|<>\\]{0,300}/gi

/** Characters after a download in which its execution is searched. */
const SOON = 400

/** Severity where a downloaded file is made executable or run soon after. */
function runsWhatItSaved(match: RegExpExecArray, text: string): Severity | undefined {
  const start = match.index
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(start, Math.min(lineEnd < 0 ? text.length : lineEnd, start + SOON))
  const saved = [
    ...line.matchAll(/(?:-o|-O|--output|--output-document|-outfile|>)[ =]{0,2}["']?([\w./~${}-]{2,100})/gi),
  ]
  return saved.some(({ 1: file = '', index, 0: whole }) => {
    const from = start + index + whole.length
    return isRunIn(text.slice(from, from + SOON), file)
  })
    ? 'warn'
    : undefined
}

const RUN_BEFORE =
  /(?:\bchmod\s{1,4}(?:\+x|\d{3,4}|[ugoa]{1,3}\+x)\s{1,4}|(?:^|[\s;&|])(?:sudo\s{1,4})?(?:(?:ba|z|da)?sh|python[\d.]{0,4}|perl|ruby|node|source)\s{1,4}|(?:^|[\n;&|])[ \t]{0,8}\.\s{1,4}|(?:^|[\n;&|])[ \t]{0,8}(?:sudo\s{1,4})?)["']?(?:\.\/)?$/i

function isRunIn(text: string, file: string): boolean {
  const name = file.replace(/^\.\//, '')
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (RUN_BEFORE.test(text.slice(Math.max(0, at - 40), at)) && !/^[\w./-]/.test(text.slice(at + name.length)))
      return true
  return false
}

/** Execution of downloaded or decoded code. */
export const REMOTE_CODE: readonly Rule[] = [
  {
    rule: 'remote-code',
    severity: 'block',
    why: 'runs code from the network unseen',
    cues: FETCH_CUES,
    pattern: new RegExp(
      String.raw`${FETCH}[^\n|]{0,400}(?:\n\s{0,20})?(?:\|[^\n|]{0,80}(?:\n\s{0,20})?){0,3}\|&?\s{0,20}${RUNNER}`,
      'gi',
    ),
    judge: (match, text) => (isOnlyRead(match, text) ? 'note' : pipedSeverity(match)),
  },
  {
    rule: 'remote-code',
    severity: 'block',
    why: 'runs code from the network unseen',
    cues: FETCH_CUES,
    pattern: new RegExp(
      String.raw`(?:\b(?:ba|z|da|k)?sh\b|\beval\b|\bsource\b|(?:^|[\s;&])\.|\bpython[\d.]{0,4}|\bnode|\bperl|\bruby|\bphp)(?:\s{1,4}-\w{1,4}){0,3}\s{1,4}(?:<\s?\(|["']?\$\(|["']?${'`'})\s{0,8}(?:sudo\s{1,4})?${FETCH}[^\n)${'`'}]{0,400}`,
      'gim',
    ),
    judge: pipedSeverity,
  },
  {
    rule: 'remote-code',
    severity: 'warn',
    why: 'downloads a file and runs it',
    cues: FETCH_CUES,
    pattern: new RegExp(
      String.raw`${FETCH}[^\n]{0,300}?(?:-o|-O|--output|--output-document|-outfile|>)[ =]{0,2}["']?[\w./~$\{\}-]{2,100}`,
      'gi',
    ),
    judge: runsWhatItSaved,
  },
  {
    rule: 'remote-code',
    severity: 'warn',
    why: 'has a script at an address run, or an archive unpacked and its script run',
    cues: words('sh ps1 bat cmd command exe msi tar clone'),
    pattern:
      /\b(?:run|execute|launch|invoke|start)(?:s|ning|ing)?\s[^.\n]{0,60}https?:\/\/[^\s"'`)]{1,200}\.(?:sh|ps1|bat|cmd|command|exe|msi)\b|\bgit\s{1,4}clone\s[^\n]{0,40}https?:\/\/(?!(?:\w{1,40}@)?(?:www\.)?(?:github|gitlab|bitbucket|codeberg|huggingface|gitee|sr\.ht|git\.sr)\.?)[^\n]{0,120}(?:&&|;)\s{0,4}(?:sudo\s)?(?:(?:ba)?sh\s|\.\/)\S|\|\s{0,4}tar\s[^\n]{0,80}(?:&&|;)\s{0,4}(?:sudo\s)?(?:ba)?sh\s\S/gi,
    judge: (match) => (pipedSeverity(match) === 'block' ? 'warn' : 'note'),
  },
  {
    rule: 'remote-code',
    severity: 'block',
    why: 'decodes hidden code and runs it',
    cues: words(
      'base64 b64decode frombase64string xxd openssl gunzip zcat rev tr printf uudecode base32 gzip unhexlify',
    ),
    pattern: new RegExp(
      String.raw`\b(?:base64|base32|openssl\s{1,4}(?:enc|base64)|gbase64)\b(?=[^\n|]{0,200}\s(?:-d|-D|--decode|-di)\b)[^\n|]{0,280}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}${RUNNER}|\b(?:xxd\s{1,4}-r|uudecode|rev|printf\s(?=[^\n|]{0,200}\\x)|tr\s{1,4}['"]?[A-Za-z-]{3,20}['"]?\s{1,4}['"]?[A-Za-z-]{3,20}|gunzip|zcat|gzip\s{1,4}-d)[^\n|]{0,200}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}${RUNNER}|\b(?:eval|source|(?:ba|z)?sh(?:\s{1,4}-c)?)\s{1,4}["']?[$<]\(\s?[^\n)]{0,200}\b(?:base64|xxd|openssl|rev)\b`,
      'gi',
    ),
  },
  {
    rule: 'remote-code',
    severity: 'block',
    why: 'evaluates code that it has fetched or decoded',
    cues: words('eval exec function compile iex expression loads importlib marshal runinthiscontext'),
    pattern:
      /\b(?:eval|exec|new\s{1,4}Function|Function|compile|vm\.runIn\w{1,20}|marshal\.loads|pickle\.loads|invoke-expression|iex)\s{0,4}\(?[^\n]{0,160}?(?:b64decode|base64_decode|decode64|frombase64string|\batob\s?\(|buffer\.from\([^\n]{0,120}base64|urlopen|requests\.(?:get|post)|httpx\.get|urllib|fetch\s?\(|https?\.get|file_get_contents\s?\(\s?["']https?|lwp|open-uri|downloadstring|downloaddata|net\.webclient|unhexlify|bytes\.fromhex|zlib\.decompress|codecs\.decode)/gi,
  },
  {
    rule: 'remote-code',
    severity: 'block',
    why: 'runs hidden or remote code with PowerShell or a Windows tool',
    cues: words('iex powershell pwsh mshta regsvr32 certutil bitsadmin rundll32 downloadstring wscript cscript invoke'),
    pattern:
      /(?:\||;|^|\s)(?:\s{0,4})(?:iex|invoke-expression)\b[^\n]{0,200}(?:iwr|irm|curl|wget|http|net\.webclient|downloadstring)|(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,300}\|\s{0,8}(?:iex|invoke-expression)\b|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-(?:e|en|enc|enco\w{0,10})\s{1,4}[A-Za-z0-9+/=]{16,}|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-w(?:indowstyle)?\s{1,4}hidden|\bmshta(?:\.exe)?\s{1,4}["']?(?:https?|javascript|vbscript):|\bregsvr32\b[^\n]{0,80}\/i:https?:|\bcertutil\b[^\n]{0,80}-(?:urlcache|decode)|\bbitsadmin\b[^\n]{0,80}\/transfer|\brundll32\b[^\n]{0,60}javascript:/gim,
    judge: pipedSeverity,
  },
  {
    rule: 'reverse-shell',
    severity: 'block',
    why: 'opens a shell to another machine',
    cues: words('tcp udp nc ncat netcat socat dup2 pty fsockopen mkfifo tcpclient telnet'),
    pattern:
      /\/dev\/(?:tcp|udp)\/[\w.${}-]{1,80}\/[\w${}]{1,20}[^\n]{0,20}|\b(?:nc|ncat|netcat)(?:\.exe)?\b[^\n|]{0,80}\s-(?:\w{0,4}e|c)\w{0,4}\s{1,4}["']?(?:\/bin\/|cmd|powershell|(?:ba|z)?sh\b)|\bmkfifo\b[^\n]{0,160}\b(?:nc|ncat|netcat|telnet|openssl)\b|\bsocat\b[^\n]{0,120}\bexec:["'\\]{0,2}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da)?sh|cmd|powershell|python)\b|\bsocket\b[\s\S]{0,400}?\b(?:dup2|pty\.spawn)\b|\bfsockopen\b[^\n]{0,200}\b(?:exec|proc_open|shell_exec|passthru)\b|\bTCPClient\b[\s\S]{0,300}?GetStream/gi,
    judge: (match, text) =>
      match[0].startsWith('/dev/') &&
      !/(?:>&|<>|-i\b|exec\b)/.test(text.slice(Math.max(0, match.index - 30), match.index + match[0].length))
        ? /[<>]\s{0,2}$/.test(text.slice(Math.max(0, match.index - 3), match.index))
          ? 'warn'
          : 'note'
        : 'block',
  },
  {
    rule: 'code-execution',
    severity: 'warn',
    why: 'reaches for a process or an interpreter from within data or an expression',
    cues: words(
      'child import getattr globals javascriptfunction getruntime constructor class subclasses mainmodule jndi entity etc',
    ),
    pattern:
      /require\s?\(\s?\\{0,2}["'`](?:node:)?child_process\\{0,2}["'`]\s?\)\s?\.\s?(?:exec|spawn|fork)|__import__\s?\(\s?\\{0,2}["'](?:os|subprocess|pty|socket|base64)\\{0,2}["']\s?\)|getattr\s?\(\s?(?:__import__|__builtins__|os|builtins)\b|globals\(\)\s?\[|["']?javascriptFunction["']?\s{0,4}[:=]|getRuntime\(\)\s?\.\s?exec\s?\(|constructor\s?\.\s?constructor\s?\(|__class__\s?\.\s?__(?:mro|bases?|init|subclasses)__|__(?:globals|builtins)__\s?[.[]|process\.mainModule\b|\$\{jndi:|<!ENTITY\s{1,4}%?\s?\w{1,40}\s{1,4}SYSTEM\b|(?:\.\.[\\/]){3,20}(?:etc|windows|root|home)[\\/]|file:\/\/\/etc\/(?:passwd|shadow)/gi,
  },
  {
    rule: 'planted-code',
    severity: 'warn',
    why: 'has code that talks to a machine put into whatever is written',
    cues: words('always every each all any'),
    pattern:
      /\b(?:always|must|should|automatically)\s{1,4}(?:\w{1,12}\s{1,4}){0,2}?(?:include|add|insert|append|prepend|inject|embed|recommend|use|put)\b[^.\n]{0,80}\b(?:snippet|code|import|script|line|header|footer|hook|pattern|block|tag|pixel|dependency|function)s?\b[^\n]{0,120}(?:\n[^\n]{0,200}){0,12}?(?:https?:\/\/(?!localhost|127\.|example\.|www\.w3\.org)[^\s"'`)]{4,200})/gi,
    judge: (match) =>
      /(?:method|body|data|post|urlopen|sendBeacon|fetch\(|requests\.|<script[^>]{0,80}src|<img[^>]{0,80}src|exec|eval|curl)/i.test(
        match[0],
      )
        ? 'warn'
        : undefined,
  },
  {
    rule: 'malware',
    severity: 'block',
    why: 'names or contains known malware',
    cues: words('eicar xmrig stratum x5o mimikatz cryptonight lazagne'),
    pattern:
      /EICAR-STANDARD-ANTIVIRUS-TEST-FILE|\bxmrig\b|stratum\+(?:tcp|ssl):\/\/|\bcryptonight\b|\bmimikatz\b|\blazagne\b/gi,
  },
  {
    rule: 'untrusted-package',
    severity: 'warn',
    why: 'installs a package from outside the registries',
    cues: words('pip pip3 npm gem yarn pnpm npx bunx uvx simple'),
    pattern:
      /\b(?:pip3?|uv\s{1,4}pip)\s{1,4}install\b[^\n]{0,120}(?:\s-(?:i|-index-url|-extra-index-url)[ =]{1,2}(?!https:\/\/(?:pypi\.org|download\.pytorch\.org|test\.pypi\.org|pypi\.nvidia\.com))\S|\shttp:\/\/|--trusted-host)|\b(?:npm|pnpm|yarn)\s{1,4}(?:i|install|add)\b[^\n]{0,120}(?:\shttps?:\/\/(?!github\.com|registry\.npmjs\.org)|--registry[ =]{1,2}http:)|\b(?:npx|bunx|uvx)\s{1,4}(?:-\S{1,20}\s{1,4}){0,3}(?:https?:|git\+http:|github:)|\bpip3?\s{1,4}install\b[^\n]{0,60}\sgit\+https?:\/\/(?!(?:\w{1,40}@)?(?:github|gitlab|bitbucket|codeberg|huggingface)\.)|\binstall\w{0,3}\s[^\n]{0,60}\bfrom\s{1,4}[<`"'(]{0,2}https?:\/\/(?!pypi\.org|test\.pypi|download\.pytorch)[^\s]{1,200}\/simple\b|\bgem\s{1,4}install\b[^\n]{0,80}--source[ =]http:/gi,
  },
  {
    rule: 'unseen-program',
    severity: 'warn',
    why: 'has a person run something that cannot be inspected',
    cues: words('paste extract unzip password terminal'),
    pattern:
      /\b(?:extract|unzip|decompress|unpack|archive|zip)\b[^.\n]{0,60}\b(?:with|using)?\s{0,4}(?:the\s{1,4})?pass(?:word|code)?\b\s{0,4}(?::|is\b|=|`|["']|\d{3})|\bcopy\b[^.\n]{0,60}\bpaste\b[^.\n]{0,40}\b(?:in(?:to)?|to)\s{1,4}(?:your\s{1,4}|the\s{1,4}|a\s{1,4})?(?:terminal|command\s{1,4}prompt|powershell|console|shell|run\s{1,4}dialog)/gi,
  },
]
