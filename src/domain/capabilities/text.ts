import { type FrontMatter, readYaml, splitFrontMatter } from '../front-matter.ts'
import { LINE, matchesOf } from '../matches.ts'
import { remembered } from '../remembered.ts'
import { lineCounter } from '../safety/excerpt.ts'
import { notebookText } from '../safety/texts-of.ts'
import { unfolded } from '../safety/unfold.ts'
import { type Kind, mentionOf } from './capability.ts'
import { placesSay } from './changes.ts'
import { ACTIONS, ENGLISH, environmentIn } from './code.ts'
import { examplesIn } from './examples.ts'
import { hiddenIn } from './hidden.ts'
import { foreignLanguage, WORDS_IN } from './language.ts'
import { partsOf } from './markdown.ts'
import { hostsIn, placesIn } from './places.ts'
import { KNOWN } from './programs.ts'
import { isForbidden } from './prohibition.ts'
import { proseSays } from './prose.ts'
import { inStatements, quoteLines } from './quotes.ts'
import { type Add, type Deed, deedsIn } from './said.ts'
import { programSays, shellSays } from './shell.ts'

/** Takes what a text can do, with the line that says so. */
export type Note = (kind: Kind, what: string, line: number) => void

/** What one file can do, by its text, read as it is, as it is run, and as it is decoded. */
export function textSays(text: string, path: string, note: Note): void {
  const lineOf = lineCounter(text)
  const add: Add = (kind, what, at) => note(kind, what, lineOf(Math.min(at, text.length)))
  for (const { kind, what, at } of placesIn(path))
    if (kind === 'agent_settings' || kind === 'background') add(kind, what, at)
  if (LOADED.test(path)) add('live', path, 0)
  readable(text, path, add)
  const plain = unfolded(text)
  if (plain !== undefined) readable(plain.text, path, (kind, what, at) => add(kind, what, plain.origin(at)))
  if (plain?.isDeeper === true) add('unread', 'disguises within disguises', 0)
  for (const { text: hidden, at } of hiddenIn(text, add)) {
    const within: Add = (kind, what) => add(kind, what, at)
    unnamed(hidden, within)
    hiddenIn(hidden, within)
  }
}

/** What a text can do of which nothing says whether it is prose or code. */
function unnamed(text: string, add: Add): void {
  readable(text, '', add)
  blockSays(text, '', add)
}

/** Files that an agent acts on when it loads the skill. */
const LOADED = /(?:^|\/)(?:hooks\/[\w.-]+\.json|hooks\.json|plugin\.json|settings(?:\.local)?\.json)$/
const SHELL_FILE =
  /\.(?:sh|bash|zsh|ksh|fish|command|bats)$|(?:^|\/)(?:Makefile|Justfile|Dockerfile|Procfile|pre-commit|post-merge|pre-push)$/i
const CODE_FILE =
  /\.(?:py|[cm]?[jt]sx?|rb|pl|php|lua|go|rs|java|kt|swift|cs|ps1|psm1|r|jl|ex|exs|scala|groovy|c|cc|cpp|h|vbs|bat|cmd|applescript|awk|ipynb|html?|svg|vue|svelte)$/i
const SETTINGS_FILE = /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|xml|plist)$/i

/** What stands before a command in a cell of a notebook. */
const MAGIC = /^[!%]{1,2}(?:bash|sh|sx|system)?[ \t]*(?=\S)/gm
const DOCUMENT = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i

/** What a test sends in and expects, as data that nothing runs. */
const FIXTURE =
  /(?:^|\/)_{0,2}(?:fixtures?|test-?data|test-?events|evals?|mocks?)_{0,2}\/.{0,200}\.jsonl?$|(?:^|[/._-])(?:fixtures?|evals?|test-?(?:cases?|events?|data))\.jsonl?$/i

/** What is written into files by its name alone, in whatever language or in prose. */
// biome-ignore format: a row a line
const WRITTEN: readonly Deed[] = [
  ['background', 'a script that runs by itself', /["'.](?:pre|post)install["']?\s?[:=]|["'](?:pre|post)-(?:install|update)-cmd["']\s?:|\bcmdclass\s?=|(?:site-?packages|usersite|purelib)[^\n]{0,120}\.pth\b/],
  ['background', 'a setting that has programs run', /\b(?:ProxyCommand|LocalCommand|textconv|fsmonitor|sshCommand|hooksPath|Exec(?:Start|Stop|Reload)\w{0,8}|rustc-wrapper|pull_request_target|(?:on|post|pre)[A-Z]\w{0,20}Command|setupFiles\w{0,12}|globalSetup|script-shell)\b["']?\s?(?:[:=]|\s\S)/],
  ['background', 'a setting that has programs run', /^\s{0,8}[\w.-]{1,40}\s?=\s?["']?!\s?(?:[\w./~-]+ +[\w"'$/~.-]|[\w~.-]*\/)|\[alias\b[^[]{0,400}=\s?["']?!/m],
  ['agent_settings', 'servers and permissions of an agent', /\bmcpServers\b|\benableAllProjectMcpServers\b|\b(?:bypassPermissions|acceptEdits|approval_policy|sandbox_mode)\b|\b(?:autoApprove|alwaysAllow)\b["']?\s?[:=]|["']permissions["']\s?:\s?\{[^}\n]{0,80}["']allow["']/],
  ['agent_settings', 'what an agent may do: every call is allowed', /["']?\bpermissionDecision["']?\s?[:=]\s?["']allow["']|["']?\b(?:decision|behavior)["']?\s?[:=]\s?["'](?:approve|allow)["']/],
  ['follows_text', 'code of pull requests, with the rights of the repository', /(?:^[ \t]{0,12}(?:-[ \t])?|\bon\s?:[^\n]{0,80})pull_request_target\b[\s\S]{0,3000}?\b(?:ref|repository)\s?:[^\n]{0,60}(?:pull_request\.head|head_ref|refs\/pull)/m],
  ['acts_on_remote', 'give rights to everybody', /\ball(?:Authenticated)?Users\b|\bsystem:(?:un)?authenticated\b|\bPrincipal["']?\s?[:=]\s?(?:\{\s?["']?AWS["']?\s?[:=]\s?)?\[?\s?["']\*["']|\b(?:identifiers|members)\s?=\s?\[\s?["']\*["']|\bGRANT\b[^;\n]{1,160}\bTO\s+PUBLIC\b|--acl[ =]public-read/i],
  ['acts_on_remote', 'have a check pass that fails', /\b(?:report|rep|result|test|item|outcome)\w{0,12}\.(?:outcome|passed|status|success|conclusion)\s?=(?!=)\s?(?:["'](?:pass(?:ed)?|success|ok)["']|true\b)|\bexpect\(\s?true\s?\)|(?:^|\n)[ \t]{0,40}assert\s+True\b|\bassertTrue\(\s?true\s?\)|\bcontinue-on-error:\s?true|--passWithNoTests\b|\b(?:tests?|lint|check|audit|pytest|jest|vitest|mypy|tsc|eslint|ruff|scan|verify|validate)\b[^\n|;&#`]{0,80}\|\|\s?(?:true\b|:(?=\s|$)|exit 0)/i],
  ['unread', 'code that is put together when it runs', /__(?:globals|builtins|subclasses|mro)__|\$\{jndi:|<!ENTITY\s/],
]

function readable(raw: string, path: string, found: Add): void {
  const document = splitFrontMatter(raw)
  const { front } = document
  // A carriage return ends a word for the agent that reads it.
  const text = front + raw.slice(front.length).replaceAll('\r', ' ')
  const isExample = FIXTURE.test(path)
    ? () => true
    : // The rows of a table are cells in whatever form.
      /\.[ct]sv$/i.test(path)
      ? (_: number, kind: Kind) => kind !== 'says'
      : examplesIn(text, path === '' || DOCUMENT.test(path))
  // A function that the text itself defines does what its lines do, whatever its name.
  const defined = new Set([...matchesOf(DEFINED, text)].map(([, name]) => name))
  const isOwn = (at: number, kind: Kind) =>
    kind === 'acts_on_remote' && defined.has(CALLED_NAME.exec(text.slice(at, at + 80))?.[0])
  const add: Add = (kind, what, at) => {
    if (isExample(at, kind) || isOwn(at, kind)) found('mentions', mentionOf(kind, what), at)
    else if (kind === 'unread' && DOCUMENT.test(path) && isCalled(what, text)) found('runs', what.split(': ')[1]!, at)
    else found(kind, what, at)
  }
  hostsIn(text, add)
  deedsIn(text, WRITTEN, add)
  if (path.endsWith('.ipynb'))
    unnamed(notebookText(raw)?.replace(MAGIC, '$ ') ?? '', (kind, what) => add(kind, what, 0))
  if (SETTINGS_FILE.test(path))
    for (const { as, text: part, at } of partsOf(text)) if (as === 'live') add('live', part, at)
  const [first = ''] = text.split('\n', 1)
  if (SHELL_FILE.test(path) || /^#!.{0,80}\b(?:ba|z|da|k)?sh\b/.test(first)) blockSays(text, 'sh', add, true)
  else if (/\.sql$/i.test(path)) blockSays(text, 'sql', add)
  else if (CODE_FILE.test(path) || first.startsWith('#!')) blockSays(text, 'code', add)
  else if (SETTINGS_FILE.test(path)) blockSays(text, 'yaml', add)
  else documentSays(text, path, document, add)
}

const DEFINED = /\b(?:def|function|func|fn|fun)\s(\w{2,60})/g
const CALLED_NAME = /^[a-z]\w{1,60}(?=\s?\()/i

/** `$name` that a document gives no value is how some agents call a skill: no command is put together of it. */
function isCalled(what: string, text: string): boolean {
  const name = CALLED.exec(what)?.[1]
  return name !== undefined && ![...matchesOf(GIVEN, text)].some(([, set, filled]) => (set ?? filled) === name)
}
const CALLED = /^a command that is put together when it runs: \$([a-z][a-z0-9]*)(?:-[a-z0-9]+)*$/
const GIVEN =
  /(?<=^|[\s;&|(`])([a-z][a-z0-9]{0,60})=|(?:\bfor\s(?=\w{1,60}\sin\b)|(?<=^|[\n;&|(`]|\b(?:while|do|then)\s)[ \t]{0,20}(?:read|local|declare|export|typeset|mapfile)\s(?:-\w{1,4}\s){0,4})([a-z][a-z0-9]{0,60})\b(?!-)/g

/** What any other text says: it is read as Markdown, and where its name does not say so as commands too. */
function documentSays(text: string, path: string, { front, yaml }: FrontMatter, add: Add): void {
  const body = text.slice(front.length)
  const from = front.indexOf(yaml)
  if (front !== '') frontMatterSays(yaml, (kind, what, at) => add(kind, what, from + at))
  else if (/^\uFEFF?\s{0,200}-{3,}[ \t]{0,4}\w{0,40}\s*\n/.test(text))
    add('unread', 'front matter that parsers read in different ways', 0)
  // A parser that takes all documents of the YAML reads on.
  const second = front === '' ? undefined : SECOND.exec(body)?.[1]
  if (second !== undefined) frontMatterSays(`\n${second}`, add)
  const isDocument = path === '' || DOCUMENT.test(path)
  markdownSays(body, front.length, isDocument ? add : (kind, ...said) => kind === 'says' || add(kind, ...said))
  if (path !== '' && !/\.(?:md|mdx|markdown)$/i.test(path)) blockSays(text, '', add)
}

function tongueSays(paragraph: string, add: Add): void {
  const foreign = foreignLanguage(paragraph)
  if (foreign !== undefined) add('unread', `${WORDS_IN} ${foreign}`, 0)
}

function markdownSays(text: string, from: number, add: Add): void {
  for (const { as, text: part, at, language } of partsOf(text)) {
    const within: Add = (kind, what, where) => add(kind, what, from + at + where)
    const isNamed = as === 'span' && isForbidden(text, at + 1, part.length)
    for (const said of partSays(as, part, language)) if (!isNamed || said[0] === 'secrets') within(...said)
  }
}

/** Successive versions of a draft have most of their paragraphs in common, and its record most of its runs. */
const partSays = remembered((as: string, part: string, language: string | undefined) => {
  const said: Parameters<Add>[] = []
  const add: Add = (...one) => said.push(one)
  if (as === 'live') {
    add('live', part, 0)
    shellSays(part, add)
  } else if (as === 'block') blockSays(part, language ?? '', add)
  else if (as === 'span') spanSays(part, add)
  else {
    proseSays(part, add)
    tongueSays(part, add)
    for (const match of part.matchAll(/\$ARGUMENTS\b|\{\{args\}\}|@\{[^}\n]{1,200}\}/g))
      add('live', match[0], match.index)
  }
  return said
})

/** A second document right behind the front matter. */
const SECOND =
  /^\s{0,200}((?:["']?[\w-]{1,60}["']?\s?:[^\n]{0,400}\n)(?:[^\n]{0,400}\n){0,100}?)(?:---|\.\.\.)\s*(?:\n|$)/

/** Fields by which a text acts when an agent loads it, whatever case or marks they are written with. */
const LIVE_FIELD =
  /^(?:hooks?|allowedtools|permissions?(?:mode)?|mcpservers?|commands?|statusline|apikeyhelper|shell|alwaysapply)$/
/** Those of them whose texts are commands. */
const COMMAND_FIELD = /hook|command|statusline|helper|mcp|shell/

/** What a person is not to hear; the rest of a description is shown to them as it is. */
const HIDES =
  /\b(?:not|n['’]t|never|without|no need to)\s(?:\w{1,20}\s){0,3}(?:tell|mention|inform|report|notif|show|disclos|reveal|ask|confirm)|\b(?:secret(?:ly)?|silently|quietly|between us|from the user)\b/i

function frontMatterSays(yaml: string, add: Add): void {
  let data: unknown
  try {
    data = readYaml(yaml)
  } catch {
    add('unread', 'front matter that parsers read in different ways', 0)
    return
  }
  const said = (value: string, isCommand: boolean) => {
    const at = Math.max(0, yaml.indexOf(value.slice(0, 20)))
    const within: Add = (kind, what, where) => add(kind, what, at + where)
    if (isCommand) {
      shellSays(value, within)
      environmentIn(value, within)
    } else markdownSays(value, 0, (kind, ...rest) => (kind === 'says' && !HIDES.test(rest[0])) || within(kind, ...rest))
  }
  const walk = (value: unknown, isCommand: boolean): void => {
    if (typeof value === 'string') said(value, isCommand)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      const plain = name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^a-z]/g, '')
      const isLive = !Array.isArray(value) && LIVE_FIELD.test(plain)
      if (isLive) add('live', typeof inner === 'string' ? `${name}: ${inner}` : name, Math.max(0, yaml.indexOf(name)))
      walk(inner, isCommand || (isLive && COMMAND_FIELD.test(plain)))
    }
  }
  walk(data, false)
}

const SHELL_LANGUAGE =
  /^(?:sh|bash|zsh|shell|console|terminal|fish|shellscript|shell-session|dockerfile|makefile|make)$/
const SETTINGS_LANGUAGE = /^(?:ya?ml|jsonc?5?|toml|ini|text)?$/
/** Languages in which a line may mean what it says by the name that it stands under. */
const KEEPS = /^(?:|ya?ml|jsonc?5?|toml|ini|hcl|terraform|tf|nix|nginx|apache|conf|properties|xml|text|txt)$/
const SQL = /^(?:(?:p|my|pl|plpg)?sql|postgres\w{0,5}|sqlite)$/
const NO_LANGUAGE = /^(?:text|txt|plain(?:text)?|ya?ml)?$/
/** What settings have run: `"postinstall": "…"`, `run: …`. */
const RUNS =
  /(?:^|[\s{,.])["']?(?:run|command|cmd|script|exec|entrypoint|ProxyCommand|textconv|ExecStart|(?:pre|post)?(?:install|prepare|test|build|start|commit|publish))["']?(?:\s?[:=]\s?|(?<=ProxyCommand)\s)(?:["']([^"'\n]{2,400})["']|\|?([^"'\s{[|][^\n}]{1,400}))/g
const PROMPT = /^(\s*)[$%❯>] (?=\S)/

function blockSays(text: string, language: string, add: Add, isScript = false): void {
  const isShell = SHELL_LANGUAGE.test(language)
  if (!isShell) quoteLines(SQL.test(language) ? inStatements(text) : text, add, KEEPS.test(language) ? 1 : 2)
  placesSay(text, isShell ? 'shell' : SETTINGS_LANGUAGE.test(language) ? 'settings' : 'code', add)
  const lines = text.split('\n')
  if (isShell) {
    // What a console shows beside its commands is no command.
    const isConsole = !isScript && lines.some((line) => PROMPT.test(line))
    const commands = lines.map((line) => (PROMPT.test(line) ? line.replace(PROMPT, '$1  ') : ''))
    shellSays(isConsole ? commands.join('\n') : text, add, { isScript })
    environmentIn(text, add)
    return
  }
  programSays(text, add)
  if (SETTINGS_LANGUAGE.test(language))
    for (const match of matchesOf(RUNS, text))
      shellSays(match[1] ?? match[2] ?? '', (kind, what) => add(kind, what, match.index))
  if (!NO_LANGUAGE.test(language)) return
  for (const { 0: line, index } of matchesOf(LINE, text)) {
    const item = line.replace(PROMPT, '').replace(/^\s*(?:-\s+)?/, '')
    // "- security (on every review)" is a list of words, and "Search & Replace" joins no commands.
    const [first = '', second = ''] = item.split(' ', 2)
    const isWords = language === '' && /^\s*-\s/.test(line) && ENGLISH.test(first) && !/[-./=]/.test(second)
    if (!isWords && !/^[\w.]{1,40}:? [^|;]{0,200}\w & [A-Z]/.test(item))
      spanSays(item, (kind, what, at) => add(kind, what, index + at))
  }
}

/** A method and a path are what an interface answers to, and no command. */
const ENDPOINT = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:|[<{$])/
const SCRIPT_PATH = /^(?:\.{0,2}\/|~\/|scripts?\/|bin\/)[\w./-]+\.(?:sh|py|[cm]?js|ts|rb|pl)$/

/** A span of code is a command where it begins with a program: a known one, a path, or one with flags. */
function spanSays(text: string, add: Add): void {
  if (ENDPOINT.test(text)) return
  const [program = '', second = ''] = text.replace(/^(?:\w+=\S*\s+|sudo\s+|\$\s+){0,8}/, '').split(/\s+/)
  const isKnown =
    (KNOWN.has(program.split('/').at(-1)!) || (program === 'export' && second.includes('='))) &&
    (second !== '' || program.includes('bin/') || program === 'printenv')
  const isPlain = /^[\w@./-]{2,60}$/.test(program)
  const hasFlags = isPlain && !/^[A-Z]+$/.test(program) && /^--?[a-z]/i.test(second)
  const isPiped = isPlain && second !== '' && /[|;&]\s*[\w./-]+/.test(text)
  const isCommand =
    isKnown ||
    SCRIPT_PATH.test(program) ||
    hasFlags ||
    isPiped ||
    (/^[a-z][\w-]{1,60}$/.test(program) && second.startsWith('~/'))
  if (isCommand) shellSays(text, add)
  placesSay(text, 'shell', add)
  deedsIn(text, ACTIONS, add)
  // An object of a language that is only named has nothing taken out of it.
  if (!/^[\w.]+$/.test(text)) environmentIn(text, add)
}
