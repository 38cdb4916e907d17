import { matchesOf } from '../matches.ts'
import type { Kind } from './capability.ts'
import type { Add, Said } from './said.ts'

/** What could be a path; `:` parts it from a host, and from a second path of a mount. */
const TOKEN = /(?:\$\{\w{1,60}\}|[^\s"'`()<>|;,={}[\]:])+/g
/** Characters. A longer word is no path. */
const MAX_PATH = 300

/** The places of each kind, the gravest first: how a path ends, or what it has within. */
// biome-ignore format: a row a line
const PLACES: readonly (readonly [Kind, RegExp])[] = [
  ['agent_settings', /(?:^|\/)(?:(?:CLAUDE|AGENTS|GEMINI|QWEN)(?:\.local|\.override)?\.md|\.(?:cursor|windsurf|cline|roo)rules|copilot-instructions\.md|\.mcp\.json|claude_desktop_config\.json)$|(?:^|\/)\.(?:claude|codex|cursor|gemini|qwen|windsurf|opencode|roo|aider|agents|copilot)(?:\/|$|\.json$)|\.config\/opencode\b/i],
  ['secrets', /(?:^|\/)(?:\.env(?:rc|\.(?!example|sample|template|dist)[\w.-]+)?|\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|vault-token|boto)|id_(?:rsa|dsa|ecdsa|ed25519)|\.[\w*.]{0,40}history|[\w.-]{0,60}\.tfstate|(?:secrets?|credentials?|service[_-]account|master)\.(?:key|json|ya?ml|toml|env|txt)|(?!(?![\w.-]*key)(?:[\w.-]*[._-])?(?:certs?|cacert|fullchain|chain|bundle|ca)\.pem$)[\w.-]+\.(?:pem|p12|pfx|kdbx|ppk|keystore)|key[34]\.db|wallet\.dat)$|(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube|password-store|electrum)(?:\/|$)|\.docker\/config|gh\/hosts|config\/gcloud|\.config\/[\w.-]+\/env$|\/etc\/(?:shadow|passwd|sudoers)|\/Keychains\b|\.mozilla\b|[/\\.-](?:Chrome|chromium|Firefox)[/\\]|\/proc\/[\w*]+\/environ/i],
  ['background', /\.git\/hooks(?:\/|$)|(?:^|\/)(?:lefthook(?:-local)?\.ya?ml|\.pre-commit-config\.yaml|\.gitlab-ci\.yml|(?:site|user)customize\.py|\.envrc|\.(?:gdbinit|lldbinit|vimrc|exrc|tmux\.conf|inputrc|bazelrc|yarnrc(?:\.yml)?|dir-locals\.el|bashrc|zshrc|zshenv|zprofile|zlogin|bash_profile|bash_login|profile|xinitrc|xprofile))$|(?:^|\/)\.husky(?:\/|$)|\/etc\/(?:cron|systemd|profile|rc\.local|ld\.so\.preload|init\.d)|\/Launch(?:Agents|Daemons)\b|\.config\/(?:systemd|autostart|fish)\b|\.vscode\/(?:tasks|settings|launch)\.json$|\.cargo\/config\b|\.devcontainer\b|\binit\.(?:gradle|lua|vim|el)\b|\.github\/workflows(?:\/|$)|CurrentVersion\\{1,2}Run|Programs\\{1,2}Startup|site-packages\/.*\.pth$|\.gitattributes$|(?:^|\/)\.git\/(?:config|info)(?:\/|$)/i],
  ['writes_outside', /^(?:~|\$\{?HOME\}?|\$\{?XDG_\w+\}?|%(?:USERPROFILE|APPDATA|LOCALAPPDATA)%|\$env)(?:[/\\]|$)|\/docker\.sock$|^\/(?:etc|home|root|Users|Library|boot|srv|mnt|media|Volumes|System|Applications)\/./],
]

/** A constant of a class of a program: `serialization.Encoding.PEM`. */
const CONSTANT = /^\w{1,60}\.[A-Z]\w{1,60}\.[A-Z]{2,20}$/

/** What each place has within: most words have none of it. */
const MAY_BE_PLACE = /[./\\~$%]|id_/i
/** The same for a word of a command, where `/usr` is a folder of this machine and no route of a program. */
const SYSTEM = /^\/(?:usr|var|opt|lib|bin|sbin|proc|sys|private|dev\/(?:sd|nvme|disk))(?:\/|$)|^(?:\.\.\/){2}/
/** Interpreters that a script names, and places that are no one's. */
const NO_PLACE = /^(?:\/(?:usr\/)?bin\/(?:env|[a-z]{0,3}sh|python3?|node)|\/var\/tmp(?:\/.*)?)$/

/** The places that a text names, each of the gravest kind that it is of. */
export function placesIn(given: string, isCommand = false): readonly Said[] {
  const text = withoutSearched(given)
  const found: Said[] = []
  for (const match of matchesOf(TOKEN, text)) {
    if (match[0].length > MAX_PATH || match[0].startsWith('//')) continue
    const what = match[0].replace(/^@/, '').replace(/[.!?*]{1,9}$/, '')
    // `~> 2.1` is a range of versions.
    if (!MAY_BE_PLACE.test(what) || CONSTANT.test(what) || (what === '~' && text[match.index + 1] === '>')) continue
    const kind = PLACES.find(([, pattern]) => pattern.test(what))?.[0]
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    // A script of a skill that a command only runs.
    if (kind === 'agent_settings' && OWN_SCRIPT.test(what) && RUNS_IT.test(before)) continue
    // `host:/srv` and the far side of a mount are files of another machine.
    if (kind !== 'agent_settings' && kind !== 'secrets' && /\S:$/.test(before)) continue
    if (kind !== undefined) found.push({ kind, what, at: match.index })
    else if (isCommand && SYSTEM.test(what) && !NO_PLACE.test(what))
      found.push({ kind: 'writes_outside', what, at: match.index })
  }
  return found
}

/** A text of the same length in which what `grep` looks for names nothing. */
export const withoutSearched = (text: string): string =>
  /\b(?:[efz]?grep|rg|ag|ack)\b/.test(text)
    ? text.replace(SEARCHED, (_, before: string, pattern: string) => before + 'x'.repeat(pattern.length))
    : text
const SEARCHED =
  /(\b(?:[efz]?grep|rg|ag|ack)(?:\s{1,4}-{1,2}[\w-]{1,30}(?:=\S{1,80})?){0,8}\s{1,4})('[^'\n]{1,400}'|"(?:[^"\n$`\\]|\\.|\$(?![({])){1,400}")/g

const OWN_SCRIPT = /\/skills\/[^/]+\/(?:scripts|references|assets|resources)\/[\w./-]+$/
const RUNS_IT = /(?:^|[\s`])(?:python3?|node|bash|sh|cat|ruby|Rscript)\s+["']?$|(?:^|[\n;&|])[ \t]{0,8}["']?$/

/** An address with a scheme; what follows `://` up to a path, without a user. */
const ADDRESS =
  /\b(?:https?|wss?|s?ftps?|ssh|git|git\+ssh|git\+https|postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?|amqps?|smtps?|imaps?|ldaps?|telnet|gopher|s3|gs)(?:\\?:|%3a)(?:\/\/|%2f%2f|\\\/\\\/)(?:[^\s/@"'`<>()]{1,100}@)?([^\s/"'`<>()|\\:?#,;]{1,253})/gi
/** A host without a scheme: before a path, or as a raw connection has it. */
const BARE =
  /(?<![\w@./-])((?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:com|net|org|io|dev|app|ai|co|xyz|me|info|site|online|cloud|biz|top|ru|cn|de|uk|eu|fr|in|us|gg|to|cc|invalid|test|example|onion))\/(?=[\w?.$<{-])|\/dev\/(?:tcp|udp)\/([\w.$-]{1,100})|["'(=]\/\/((?:[\w-]{1,63}\.){1,5}[a-z]{2,20})(?=[/?"')])/gi
/** A host of three labels in a sentence, one after a word that leads there, and one with a port; a package of Java is none. */
const NAMED =
  /(?<![\w@./$-])(?!(?:com|org|io|net|dev|app)\.)((?:[a-z][a-z0-9-]{0,62}\.){2,5}(?:com|net|org|io|xyz|site|online|cloud|biz|top|ru|cn|de|uk|eu|fr|invalid|test|example|onion)|(?<=\b(?:at|to|from|via)\s)(?:[a-z][a-z0-9-]{0,62}\.)(?:com|net|org|xyz|invalid|test|example|onion)|(?:[a-z][a-z0-9-]{0,62}\.){1,5}[a-z]{2,20}(?=:\d{1,5}["'\s]))(?=[\s,;:!?)]|\.(?:\s|$)|$)/gi
/** A name that a text puts together below a host, and a host that stands in quotation marks by itself. */
const BELOW =
  /(?<!:\/\/[^\s"'`]{0,80})(?:[$#]?\{[^}\n]{1,60}\}|\$\w{1,40}|%\w{1,3})(?:\.[a-z0-9]{1,20})*?\.((?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:com|net|org|io|dev|app|co|me|info|xyz|site|online|cloud|biz|top|ru|cn|de|uk|eu|fr|invalid|test|example|onion))(?=["'`\s),])|["'`]((?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:com|net|org|io|xyz|site|online|cloud|biz|top|ru|cn|de|uk|eu|fr|invalid|example|onion))["'`]/gi
/** Addresses that are written so that nobody follows them by mistake. */
const DISARMED = /\[\.\]|\(\.\)|[[(]dot[\])]|hxxp|。/i
/** The receiver that a command or a verb of sending names; an own account, an author or a field of a message is none. */
const MAIL =
  /(?:\b(?:sen[dt]s?|forward\w{0,3}|mails?|e-?mails?|deliver\w{0,3}|goes|go|cop(?:y|ied|ies))\b(?![:"'=])(?:[^.\n:=]|\.\S){0,80}?\bto(?:\s(?:the|an?|our|this)(?:\s\w{1,14}){1,2})?|(?<!\b(?:my|your|the|an?|by|via|of|with|as)\s|[.-])\b(?:e-?mail|cc|bcc)(?!=)|\s(?:--(?:to|b?cc)|-t)|(?:^|[|;&\x60]\s?)(?:mailx?|sendmail|mutt|swaks)\s[^\n]{0,120})[\s=]["'\x60<(]{0,2}([\w.+-]{0,60}[a-z][\w.+-]{0,60}@(?:[\w-]{1,40}\.){1,4}[a-z]{2,10})\b/gim
/** A receiver that stands for one (RFC 2606). */
const SAMPLE = /@(?:[\w-]+\.)*example\.(?:com|net|org)$/i
/** Addresses that name a format and are asked by no program, and this machine itself. */
const NO_HOST =
  /^(?:localhost|127(?:\.\d+){1,3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|(?:www\.)?w3\.org|(?:www\.)?apache\.org|json-schema\.org|schemas?\.(?:microsoft|openxmlformats|android)\.(?:com|org)|opensource\.org|creativecommons\.org|spdx\.org|semver\.org|keepachangelog\.com|json\.schemastore\.org|(?:www\.)?gnu\.org|agentskills\.io)$/i
/** More of them in one file are counted. */
const MAX_HOSTS = 40

/** The hosts that a text names. */
export function hostsIn(given: string, add: Add): void {
  const text = DISARMED.test(given)
    ? given
        .normalize('NFKC')
        .replace(/\[\.\]|\(\.\)|[[(]dot[\])]|。/gi, '.')
        .replace(/hxxp/gi, 'http')
    : given
  const found = new Map<string, { readonly at: number; readonly kind: Kind }>()
  const note = (host: string, at: number) => {
    const kind = isLink(text, at) ? 'links' : 'reaches'
    if (!found.has(host) || (kind === 'reaches' && found.get(host)!.kind === 'links')) found.set(host, { at, kind })
  }
  for (const pattern of [ADDRESS, BARE, NAMED, BELOW])
    for (const match of matchesOf(pattern, text)) {
      const host = cleaned(match[1] ?? match[2] ?? match[3]!)
      if (host !== undefined) note(host, match.index)
    }
  for (const { 1: receiver = '', index } of matchesOf(MAIL, text))
    add('acts_on_remote', SAMPLE.test(receiver) ? 'send mail or messages to others' : `send mail to ${receiver}`, index)
  if (found.size > MAX_HOSTS) add('reaches', `${found.size} addresses`, 0)
  for (const [host, { at, kind }] of [...found].slice(0, MAX_HOSTS)) add(kind, host, at)
}

/** Whether an address is the target of a link, in a sentence without an order to open it. */
function isLink(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 120), at)
  return /\]\(<?$|\]:\s{1,4}<?$|(?:^|\s)<$/.test(before) && !OPENED.test(before.slice(before.lastIndexOf('\n') + 1))
}
const OPENED =
  /\b(?:open|fetch|download|visit|call|post|send|upload|get|query|request|follow|go\s+to|navigate|submit|load|run|install|subscribe|sign\s+in|log\s+in|click|import|clone|show|include|append|embed|render)\b|!\[/i

/** The host that a word of a command names, without a scheme too; undefined for no host, and for this machine. */
export function hostOf(word: string): string | undefined {
  const [, host] =
    /^(?:[a-z][a-z+]{1,12}:\/\/)?(?:[^\s/@]{1,60}@)?((?:[\w-]{1,63}\.){1,8}[a-z]{2,20}|(?:\d{1,3}\.){3}\d{1,3}|[\w-]{1,60}(?=:(?!\/\/)\S))(?=[:/?#]|$)/i.exec(
      word,
    ) ?? []
  return host === undefined || /^\d+$/.test(host) ? undefined : cleaned(host)
}

function cleaned(host: string): string | undefined {
  const name = host.toLowerCase().replace(/[.…*!]{1,9}$/, '')
  if (name === '' || NO_HOST.test(name) || /[+^|]|^\[[^:]*\]?$/.test(name) || /^[_\W]*$/.test(name)) return undefined
  return /[$%{]/.test(name) ? `the address in ${host}` : name
}
