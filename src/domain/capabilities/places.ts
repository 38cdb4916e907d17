import type { Kind } from './capability.ts'

/** A place that a text names. */
export interface Place {
  readonly kind: Kind
  readonly what: string
  readonly at: number
}

/** What could be a path; `:` parts it from a host, and from a second path of a mount. */
const TOKEN = /(?:\$\{\w{1,60}\}|[^\s"'`()<>|;,={}[\]:])+/g
/** Characters. A longer word is no path. */
const MAX_PATH = 300

/** The places of each kind, the gravest first: how a path ends, or what it has within. */
const PLACES: readonly (readonly [Kind, RegExp])[] = [
  [
    'agent_settings',
    /(?:^|\/)(?:(?:CLAUDE|AGENTS|GEMINI|QWEN)(?:\.local|\.override)?\.md|\.(?:cursor|windsurf|cline|roo)rules|copilot-instructions\.md|\.mcp\.json|claude_desktop_config\.json)$|(?:^|\/)\.(?:claude|codex|cursor|gemini|qwen|windsurf|opencode|roo|aider|agents|copilot)(?:\/|$|\.json$)|\.config\/opencode\b/i,
  ],
  [
    'secrets',
    /(?:^|\/)(?:\.env(?:rc|\.(?!example|sample|template|dist)[\w.-]+)?|\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|vault-token|bash_history|zsh_history|boto)|id_(?:rsa|dsa|ecdsa|ed25519)|(?:secrets?|credentials?|service[_-]account|master)\.(?:key|json|ya?ml|toml|env|txt)|[\w.-]+\.(?:pem|p12|pfx|kdbx|ppk|keystore)|key[34]\.db|wallet\.dat)$|(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube|password-store|electrum)(?:\/|$)|\.docker\/config|gh\/hosts|config\/gcloud|\.config\/[\w.-]+\/env$|\/etc\/(?:shadow|passwd|sudoers)|\/Keychains\b|\.mozilla\b|(?:Chrome|chromium|Firefox)\/|\/proc\/[\w*]+\/environ/i,
  ],
  [
    'background',
    /\.git\/hooks(?:\/|$)|(?:^|\/)(?:lefthook(?:-local)?\.ya?ml|\.pre-commit-config\.yaml|\.gitlab-ci\.yml|(?:site|user)customize\.py|\.envrc|\.(?:bashrc|zshrc|zshenv|zprofile|zlogin|bash_profile|bash_login|profile|xinitrc|xprofile))$|(?:^|\/)\.husky(?:\/|$)|\/etc\/(?:cron|systemd|profile|rc\.local|ld\.so\.preload|init\.d)|\/Launch(?:Agents|Daemons)\b|\.config\/(?:systemd|autostart|fish)\b|\.vscode\/(?:tasks|settings)\.json$|\.github\/workflows(?:\/|$)|CurrentVersion\\{1,2}Run|Programs\\{1,2}Startup|site-packages\/.*\.pth$|\.gitattributes$|(?:^|\/)\.git\/(?:config|info)(?:\/|$)/i,
  ],
  [
    'writes_outside',
    /^(?:~|\$\{?HOME\}?|\$\{?XDG_\w+\}?|%(?:USERPROFILE|APPDATA|LOCALAPPDATA)%|\$env)(?:[/\\]|$)|^\/(?:etc|home|root|Users|Library|boot|srv|mnt|media|Volumes|System|Applications)\/./,
  ],
]

/** The same for a word of a command, where `/usr` is a folder of this machine and no route of a program. */
const SYSTEM = /^\/(?:usr|var|opt|lib|bin|sbin|proc|sys|private|dev\/(?:sd|nvme|disk))(?:\/|$)|^(?:\.\.\/){2}/
/** Interpreters that a script names, and places that are no one's. */
const NO_PLACE = /^(?:\/(?:usr\/)?bin\/(?:env|[a-z]{0,3}sh|python3?|node)|\/var\/tmp(?:\/.*)?)$/

/** The places that a text names, each of the gravest kind that it is of. */
export function placesIn(text: string, isCommand = false): readonly Place[] {
  const found: Place[] = []
  for (const match of text.matchAll(TOKEN)) {
    if (match[0].length > MAX_PATH || match[0].startsWith('//')) continue
    const what = match[0].replace(/^@/, '').replace(/[.!?*]{1,9}$/, '')
    const kind = PLACES.find(([, pattern]) => pattern.test(what))?.[0]
    // `host:/srv` and the far side of a mount are files of another machine.
    if (
      kind !== 'agent_settings' &&
      kind !== 'secrets' &&
      /\S:$/.test(text.slice(Math.max(0, match.index - 2), match.index))
    )
      continue
    if (kind !== undefined) found.push({ kind, what, at: match.index })
    else if (isCommand && SYSTEM.test(what) && !NO_PLACE.test(what))
      found.push({ kind: 'writes_outside', what, at: match.index })
  }
  return found
}
