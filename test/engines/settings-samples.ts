/** A settings file as people have them. `opus` stands in each once, as a value that a person may change. */
export interface Sample {
  readonly what: string
  readonly text: string
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
const BOM = '\uFEFF'

const PLAIN = `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(npm run test:*)", "WebFetch(domain:example.org)"],
    "deny": ["Read(./.env)"]
  },
  "env": { "FOO": "bar $HOME \\"quoted\\"" },
  "includeCoAuthoredBy": false
}
`

const COMMENTS = `// Settings of this machine
{
  // which model
  "model": "opus", // the large one
  /* what may run
     without asking */
  "permissions": {
    "allow": [
      "Bash(git diff:*)", // reading only
      "Bash(git log:*)"
    ]
  } // nothing after this
}
`

const OTHER_HOOKS = `{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "~/.local/bin/notify --hook Stop \\"done\\"",
            "timeout": 3
          }
        ]
      }
    ],
    "BeforeAgent": [
      { "matcher": "*", "hooks": [{ "type": "command", "command": "other-tool hook gemini BeforeAgent" }] }
    ],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "python3 guard.py" }]
      }
    ]
  },
  "model": "opus"
}
`

/** For engines whose settings are JSON, with or without comments. */
export const JSON_SAMPLES: readonly Sample[] = [
  { what: 'plain, two spaces', text: PLAIN },
  { what: 'CRLF', text: crlf(PLAIN) },
  { what: 'a byte order mark', text: BOM + PLAIN },
  { what: 'a byte order mark and CRLF', text: BOM + crlf(COMMENTS) },
  { what: 'tabs', text: PLAIN.replace(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2)) },
  { what: 'four spaces', text: PLAIN.replace(/^( {2})+/gm, (spaces) => spaces + spaces) },
  { what: 'no line break at the end', text: PLAIN.trimEnd() },
  { what: 'comments', text: COMMENTS },
  {
    what: 'trailing commas',
    text: `{
  "model": "opus",
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done", },], }, // spoken
    ],
  },
}
`,
  },
  { what: 'hooks of other tools', text: OTHER_HOOKS },
  { what: 'hooks of other tools, CRLF', text: crlf(OTHER_HOOKS) },
  { what: 'minified', text: '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"a":[]}' },
  { what: 'one line with spaces', text: '{ "model": "opus", "theme": "dark" }\n' },
  { what: 'empty hooks that a person left', text: '{\n  "model": "opus",\n  "hooks": {}\n}\n' },
  { what: 'an empty list that a person left', text: '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus"\n}\n' },
  {
    what: 'everything commented out at the end',
    text: '{\n  "model": "opus"\n  // "hooks": { "Stop": [] },\n  // "theme": "dark"\n}\n',
  },
  {
    what: 'other scripts, escapes and a property called like ours',
    text: '{\n  "model": "opus",\n  "名前": "日本語 \\u00e9 🚀",\n  "statusLine": { "hooks": ["Stop"], "command": "a && b" }\n}\n\n\n',
  },
  {
    what: 'brackets in lines of their own',
    text: '{\n    "model": "opus",\n    "hooks":\n    {\n        "Stop":\n        [\n            {\n                "hooks": []\n            }\n        ]\n    }\n}\n',
  },
]

const CODEX_CONFIG = `# Codex
model = "opus"
approval_policy = "on-request"

[mcp_servers.docs]
command = "npx" # from npm
args = ["-y", "docs-mcp"]

[projects."/home/u/my app"]
trust_level = "trusted"
`

/** For Codex's config.toml. */
export const TOML_SAMPLES: readonly Sample[] = [
  { what: 'tables and comments', text: CODEX_CONFIG },
  { what: 'CRLF', text: crlf(CODEX_CONFIG) },
  { what: 'a byte order mark', text: BOM + CODEX_CONFIG },
  { what: 'a schema line first', text: `#:schema https://example.org/config-schema.json\n${CODEX_CONFIG}` },
  { what: 'only tables', text: '[tui]\ntheme = "opus"\n' },
  { what: 'no line break at the end', text: 'model = "opus"\n[features]\nweb_search = true' },
  {
    what: 'a notify of another program',
    text: `notify = ["python3", "/home/u/.codex/notify.py"]\n${CODEX_CONFIG}`,
  },
  {
    what: 'a notify of another program over several lines',
    text: `model = "opus"\nnotify = [\n  "bash", # a shell\n  "-lc",\n  'notify-send "$0"',\n]\n\n[features]\nhooks = true\n`,
  },
  {
    what: 'text that looks like tables',
    text: 'model = "opus"\ninstructions = """\n[hooks]\nnotify = ["no"]\n# >>> not ours\n"""\n',
  },
]

/** config.toml of people who keep their hooks in it. */
export const INLINE_SAMPLES: readonly Sample[] = [
  {
    what: 'hooks in config.toml',
    text: `${CODEX_CONFIG}\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "say done"\n\n[hooks.state]\nseen = true\n`,
  },
  {
    what: 'hooks in config.toml, no line break at the end',
    text: 'model = "opus"\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "guard"',
  },
]
