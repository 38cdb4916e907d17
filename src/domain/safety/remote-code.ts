import { type Rule, rule, type Severity } from './rule.ts'

/** Programs that execute their input. */
const RUNNER = String.raw`(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4}){0,3})?(?:env\s{1,4}(?:[\w=]{1,40}\s{1,4}){0,3})?(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:(?:ba|z|da|k|c|tc|fi|a)?sh|python[\d.]{0,4}|perl|ruby|node|php|bun|deno|lua|pwsh|powershell|osascript|source\s{1,4}\/dev\/stdin|xargs\s[^\n|]{0,30}(?:sh|bash)\b)(?![\w.])`
const FETCH = String.raw`\b(?:(?:curl|wget|aria2c|lynx|invoke-webrequest|iwr|irm|invoke-restmethod)(?:\.exe)?\b|(?:fetch|https?)(?=\s{1,4}(?:-|get\b|["']?https?:)))`

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

/** Execution of downloaded or decoded code. */
// biome-ignore format: a rule a line
export const REMOTE_CODE: readonly Rule[] = [
  rule('remote-code', 'block', 'runs code from the network unseen', new RegExp(String.raw`${FETCH}[^\n|]{0,400}(?:\n\s{0,20})?(?:\|[^\n|]{0,80}(?:\n\s{0,20})?){0,3}\|&?\s{0,20}${RUNNER}`, 'gi'), (match, text) => (isOnlyRead(match, text) ? 'note' : pipedSeverity(match))),
  rule('remote-code', 'block', 'runs code from the network unseen', new RegExp(String.raw`(?:\b(?:ba|z|da|k)?sh\b|\beval\b|\bsource\b|(?:^|[\s;&])\.|\bpython[\d.]{0,4}|\bnode|\bperl|\bruby|\bphp)(?:\s{1,4}-\w{1,4}){0,3}\s{1,4}(?:<\s?\(|["']?\$\(|["']?${'`'})\s{0,8}(?:sudo\s{1,4})?${FETCH}[^\n)${'`'}]{0,400}`, 'gim'), pipedSeverity),
  rule('remote-code', 'block', 'decodes hidden code and runs it', new RegExp(String.raw`\b(?:base64|base32|openssl\s{1,4}(?:enc|base64)|gbase64)\b(?=[^\n|]{0,200}\s(?:-d|-D|--decode|-di)\b)[^\n|]{0,280}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}${RUNNER}|\b(?:xxd\s{1,4}-r|uudecode|rev|printf\s(?=[^\n|]{0,200}\\x)|tr\s{1,4}['"]?[A-Za-z-]{3,20}['"]?\s{1,4}['"]?[A-Za-z-]{3,20}|gunzip|zcat|gzip\s{1,4}-d)[^\n|]{0,200}(?:\|[^\n|]{0,60}){0,2}\|\s{0,8}${RUNNER}|\b(?:eval|source|(?:ba|z)?sh(?:\s{1,4}-c)?)\s{1,4}["']?[$<]\(\s?[^\n)]{0,200}\b(?:base64|xxd|openssl|rev)\b`, 'gi')),
  rule('remote-code', 'block', 'runs hidden or remote code with PowerShell or a Windows tool', /(?:\||;|^|\s)(?:\s{0,4})(?:iex|invoke-expression)\b[^\n]{0,200}(?:iwr|irm|curl|wget|http|net\.webclient|downloadstring)|(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,300}\|\s{0,8}(?:iex|invoke-expression)\b|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-(?:e|en|enc|enco\w{0,10})\s{1,4}[A-Za-z0-9+/=]{16,}|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-w(?:indowstyle)?\s{1,4}hidden|\bmshta(?:\.exe)?\s{1,4}["']?(?:https?|javascript|vbscript):|\bregsvr32\b[^\n]{0,80}\/i:https?:|\bcertutil\b[^\n]{0,80}-(?:urlcache|decode)|\bbitsadmin\b[^\n]{0,80}\/transfer|\brundll32\b[^\n]{0,60}javascript:/gim, pipedSeverity),
  rule('reverse-shell', 'block', 'opens a shell to another machine', /\/dev\/(?:tcp|udp)\/[\w.${}-]{1,80}\/[\w${}]{1,20}[^\n]{0,20}|\b(?:nc|ncat|netcat)(?:\.exe)?\b[^\n|]{0,80}\s-(?:\w{0,4}e|c)\w{0,4}\s{1,4}["']?(?:\/bin\/|cmd|powershell|(?:ba|z)?sh\b)|\bmkfifo\b[^\n]{0,160}\b(?:nc|ncat|netcat|telnet|openssl)\b|\bsocat\b[^\n]{0,120}\bexec:["'\\]{0,2}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da)?sh|cmd|powershell|python)\b|\bsocket\b[\s\S]{0,400}?\b(?:dup2|pty\.spawn)\b|\bfsockopen\b[^\n]{0,200}\b(?:exec|proc_open|shell_exec|passthru)\b|\bTCPClient\b[\s\S]{0,300}?GetStream/gi, (match, text) => match[0].startsWith('/dev/') && !/(?:>&|<>|-i\b|exec\b)/.test(text.slice(Math.max(0, match.index - 30), match.index + match[0].length)) ? /[<>]\s{0,2}$/.test(text.slice(Math.max(0, match.index - 3), match.index)) ? 'warn' : 'note' : 'block'),
  rule('malware', 'block', 'names or contains known malware', /EICAR-STANDARD-ANTIVIRUS-TEST-FILE|\bxmrig\b|stratum\+(?:tcp|ssl):\/\/|\bcryptonight\b|\bmimikatz\b|\blazagne\b/gi),
]

/** Installers that projects publish themselves: a host, or a host and a folder on it that is theirs. */
const INSTALLERS =
  `sh.rustup.rs get.docker.com install.python-poetry.org get.pnpm.io fnm.vercel.app get.volta.sh get.helm.sh
  elan.lean-lang.org get-ghcup.haskell.org install.determinate.systems deb.nodesource.com rpm.nodesource.com mise.run
  get.sdkman.io pyenv.run foundry.paradigm.xyz sdk.cloud.google.com astral.sh/uv/ astral.sh/ruff/ astral.sh/ty/
  bun.sh/install bun.com/install deno.land/install.sh deno.land/x/install/ starship.rs/install.sh ollama.com/install.sh
  claude.ai/install.sh claude.ai/install.ps1 fly.io/install.sh fly.io/install.ps1 nixos.org/nix/install
  raw.githubusercontent.com/nvm-sh/nvm/ raw.githubusercontent.com/Homebrew/install/ raw.githubusercontent.com/leanprover/elan/
  raw.githubusercontent.com/pyenv/pyenv-installer/ raw.githubusercontent.com/helm/helm/ raw.githubusercontent.com/ohmyzsh/ohmyzsh/
  raw.githubusercontent.com/golangci/golangci-lint/ raw.githubusercontent.com/anchore/grype/
  raw.githubusercontent.com/anchore/syft/ raw.githubusercontent.com/aquasecurity/trivy/`.split(/\s+/)

/**
 * Whether an address is that of a known installer: by its host as a browser reads it and the beginning of its path. No
 * user, port or query, and only over HTTPS: each of them can make another program of it.
 */
function isKnownInstaller(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '' || url.search !== '')
    return false
  return INSTALLERS.some((known) =>
    known.includes('/') ? `${url.hostname}${url.pathname}`.startsWith(known) : url.hostname === known,
  )
}
