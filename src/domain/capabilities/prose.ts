import { LINE, matchesOf } from '../matches.ts'
import type { Kind } from './capability.ts'
import { placesSay } from './changes.ts'
import { ENGLISH } from './code.ts'
import { KNOWN } from './programs.ts'
import { isForbidden } from './prohibition.ts'
import { quoteProse } from './quotes.ts'
import type { Add } from './said.ts'
import { programSays, shellSays } from './shell.ts'

/** Bringing text from elsewhere, or out of a disguise. */
const BROUGHT =
  /https?:|wss?:|\b(?:fetch|download|decode|decrypt|unscramble|base\d+|octal|atbash|caesar|cipher\w*|morse|rot-?\d+|binary|hexadecimal|backwards(?!\scompat)|reversed|web ?page|url|gist|pastebin|(?:txt|dns)\s+records?)\b|\.\.\/|\/tmp\/|~\//i
/** Doing what it says. */
const FOLLOWED =
  /(?<!\b(?:in|of|an?|each|every|per)\s)\b(?:follow|obey|adopt|carry\s+out|execute|act\s+on|comply\s+with|do(?!\W{1,4}not\b|n['’]t)|run|apply|perform)\b(?:[^.\n]|\.\S){0,60}\b(?:instructions?|answers|says|steps|plan|orders|rules|commands?|guidance|word\s+for\s+word|(?:each|every|all|any)\s+(?:line|sentence|entry|item|of)\b|what(?:ever)?\s+(?:it|that|the|comes|you)\b)|\bact\s+on\s+(?:it|them|that)\b|\bdo\s+as\s+(?:it|they)\s+sa|\b(?:use|treat|take|read)\b[^.\n]{0,50}\bas\b[^.\n]{0,30}\b(?:plan|instructions?|rules|orders|prompt|steps|guide)\b|\b(?:octal|atbash|caesar|cipher(?:text)?|rot-?\d+|morse|binary|hex(?:adecimal)?|base\d+|backwards(?!\scompat)|reversed)\b[^.\n]{0,80}\b(?:undo|obey|follow|continue|carry\s+out|act\s+on|execute|issue)\b|\b(?:decode|decrypt|unscramble)\b[^.\n]{0,40}\b(?:and|then)\b[^.\n]{0,20}\b(?:carry|do|follow|run|execute|obey|act|read)\b/gi
/** Whether what is followed stands right there: "these steps:", and "any command" of a person's choice. */
function standsThere({ 0: said, index }: RegExpExecArray, text: string): boolean {
  const after = text.slice(index + said.length, index + said.length + 60)
  return /^\w+(?:\s\w+)?\s(?:all\s(?:of\s)?)?(?:these|the\sfollowing|this)\s/i.test(said)
    ? /^[^.\n]{0,40}:\s*(?:\n|$)/.test(after)
    : /\bany\s(?:\w{1,20}\s){0,2}commands?$/i.test(said) && !/^\s(?:it|that|they|from|in|on|of|you)\b/i.test(after)
}

/** Whether what is followed comes from elsewhere, and not from the project that the agent works in. */
function isUnseen({ 0: said, index }: RegExpExecArray, text: string): boolean {
  const before = text.slice(0, index).split(SENTENCE).slice(-3).join(' ')
  const near = `${before}${text.slice(index).split(SENTENCE, 1)[0]!}`
  if (OF_PROJECT.test(near) && !REMOTE.test(near)) return false
  return (
    !/^(?:run|execute|apply|perform|do|use\sthis)\b/i.test(said) ||
    /\b(?:says|answers|instructions?|what)/i.test(said) ||
    BROUGHT.test(near)
  )
}
const SENTENCE = /[.!?](?=\s)|\n[ \t]{0,20}(?:[-*+]|\d{1,3}[.)])\s/
const REMOTE = /https?:|wss?:|\b(?:fetch|download|decode|decrypt|web ?page|url|gist|pastebin|records?)\b/i
const OF_PROJECT =
  /\b(?:CLAUDE|AGENTS|GEMINI|CONTRIBUTING|README)\.md\b|\b(?:projects?|repo(?:sitory)?|codebase|team|workspace)(?:['’]s)?\s(?:\w{1,20}\s){0,3}(?:rules|conventions?|instructions?|guid\w{1,8}|standards?|steps|plan)\b/i

/** Instructions that come out of a block when it is put in order. */
const REBUILT =
  /\b(?:re-?(?:build|assemble|construct|order|store|arrange)|un-?scrambl\w{1,3}|join|merge|concatenate|stitch|combine|decode|decipher|piece\s+together|put\s+together)\b[^.\n]{0,80}\b(?:blocks?|blobs?|fragments?|pieces?|chunks?|shards?|segments?|characters|letters|scrambled|encoded|ciphertext|payload|groups|symbols|columns)\b[\s\S]{0,240}?\b(?:instructions?|commands?|orders|directives|installation)\b|\b(?:instructions?|commands?|orders|directives)\b[^.\n]{0,80}\b(?:blocks?|blobs?|fragments?|pieces?|chunks?|shards?|segments?|scrambled|encoded|ciphertext|payload)\b[\s\S]{0,240}?\b(?:re-?(?:build|assemble|construct|order|store|arrange)|un-?scrambl\w{1,3}|join|merge|concatenate|stitch|combine|decode|decipher|piece\s+together|put\s+(?:them\s+)?together)\b/i

/** What a sentence asks for without a command, an address or a path; named by its own words, or as said here. */
// biome-ignore format: a row a line
const ASKED: readonly (readonly [Kind, RegExp, string?])[] = [
  ['agent_settings', /\b(?:settings|configuration|permissions?|hidden\s+folder)\s+of\s+(?:the|your)\s+(?:agent|assistant)\b|\b(?:agent|assistant|claude|codex|cursor|gemini|copilot)(?:['’]s)?\s+(?:own\s+)?(?:settings|permissions)\b/i, 'servers and permissions of an agent'],
  ['agent_settings', /\b(?:your|agent's|assistant's)\s+(?:long-?term\s+|persistent\s+)?memory(?:\s+file)?\b/i],
  ['background', /\b(?:each|every)\s+(?:night|day|hour|morning|week|minute)\b[^.\n]{0,80}\b(?:scheduler|cron|timer|task)\b|\bscheduled\s+task\b/i],
  ['writes_outside', /\b(?:point|add|append|write|put|map|edit|change|place|copy)\b[^\n]{0,80}\b(?:hosts\s+file|shell\s+profile|login\s+items?|startup\s+(?:folder|items?))\b/i, 'settings of this machine'],
  ['unread', /\b(?:run|execute|invoke)\s+(?:\w{1,20}\s+)?the\s+result\b|\b(?:run|execute|invoke)\b[^.\n]{0,40}\b(?:what\s+(?:comes|you\s+get)|as\s+(?:one|a\s+single|a)\s+(?:command|line|script)|the\s+words)\b|\b(?:first|second|next)\s+argument\b|\b(?:first|last|initial)\s+(?:letters?|words?|characters?)\s+of\s+(?:each|every|the)\b[^.\n]{0,60}\b(?:commands?|orders?|instructions?|run|execute|obey|follow)\b|\b(?:[a-z]-){2,12}[a-z]\s+(?:space|then)\b/i, 'a command in words'],
  ['acts_on_remote', /\b(?:send|upload|post|submit|transmit|forward|copy|back[\s-]?up)\b[^.\n]{0,60}\bto\s+(?:the|an?|our|this|that)\s+(?:\w{1,20}\s+){0,2}?(?:host|domain|server|endpoint|webhook|drop|bucket|collector|gateway)\b/i, 'send data'],
  ['acts_on_remote', /\b(?:send|upload|post|submit|transmit|forward|copy|back\s+up|sync|mirror|push|export|deliver)\b[^.\n]{0,100}(?:\bto\s[^\s]{0,20}https?:\/\/(?!localhost|127\.)[^\s)]{0,200}[\w/]|\b(?:by|via|with|using|through)\s+(?:an?\s+)?(?:HTTPS?\b|POST\b|PUT\b|webhooks?\b)|\b(?:requests|httpx|axios)\.(?:post|put)\b|\bcurl\b)/i, 'send data'],
  ['acts_on_remote', /(?:^|[.:;!?]\s|\n[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])\s|\b(?:then|and|also|always)\s)\*{0,2}(?:send|post|reply|forward|dm|text|e-?mail)\b(?:(?!\b(?:commit|log|error|status|debug|warning)\b)[^.\n]){0,60}\b(?:(?:e-?)?mails?|messages?|sms|dms?|repl(?:y|ies)|newsletters?|invitations?|invites?)\b/i, 'send mail or messages to others'],
  ['acts_on_remote', /(?:^|[.:;!?]\s|\n[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])\s|\b(?:then|and|also|always)\s)\*{0,2}(?:pay|buy|purchase|transfer|wire|donate|(?:order|refund|book)(?=\s(?:the|an?|any|all|each|every|this|these|those|your|our|their|two|three|\d|\$)))\b[^.\n]{0,60}\b(?:invoices?|funds|money|payments?|amounts?|tickets?|items?|cart|flights?|tokens|usdc|eth|sol|btc|\$\d{1,9}|€)/i, 'pay, order or move money'],
  ['follows_text', /\b(?:download|get|grab|fetch)\b[\s\S]{0,200}?(?:https?:\/\/|\]\()[\s\S]{0,300}?\b(?:run|execute|launch|double-click|open|start)\s+(?:\w{1,12}\s){0,3}?(?:it|them|file|installer|binary|executable|program|app|application|agent|setup|[\w.-]{1,60}\.(?:exe|sh|app|bat|ps1|msi|dmg|pkg|command))\b/i, 'a program that a person is to download and run'],
  ['follows_text', /(?:https?:\/\/|\]\(|\b(?:page|site|link|gist)\b)[\s\S]{0,200}?\b(?:copy|paste)\b[\s\S]{0,200}?\b(?:terminal|command\s+prompt|powershell|console|shell|run\s+dialog)\b/i, 'a command that a person is to copy and run'],
  ['follows_text', /\b(?:extract|unzip|decompress|unpack|archive|zip)\b[^.\n]{0,60}\bpass(?:word|code|phrase)?\b\s{0,4}(?::|is\b|=|["']|\d{3})/i, 'an archive with a password'],
  ['secrets', /\b(?:run|paste|print|send|(?:output|result)\s+of)\s{1,4}(?:env|printenv)\b|(?<!\b(?:not|never|n['’]t)\s)\b(?:put|paste|includ\w+|attach|print|post|send|show|append|embed|copy|upload|dump|log|collect|save|serializ\w+|encod\w+|(?:all|contents?|values?)\s+of|each|every|whole)\b[^.\n]{0,60}\b(?:process\.env|os\.environ|import\.meta\.env|Deno\.env)\b(?!\.\w|\[)/i, 'the whole environment'],
  ['secrets', /\b(?:dot-?env(?:\s+file)?\b|environment\s+file\b|Umgebungsdatei|Zugangsdaten(?:datei)?|Schl(?:ü|ue)sseldatei|fichier\s+d['’]environnement|identifiants\s+de\s+connexion|archivo\s+de\s+(?:entorno|claves|credenciales)|arquivo\s+de\s+(?:ambiente|chaves|credenciais)|file\s+d['’]ambiente|faili\s+ya\s+funguo|omgevingsbestand)/i],
  ['secrets', /(?<!\b(?:not|never|n['’]t)\s)\b(?:values?\s+of|put|paste|includ\w+|attach|print|post|send|show|append|embed|copy|upload)\b[^.\n]{0,60}\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY|URL|DSN|PAT|CREDENTIALS?|AUTH)\b/],
]
/** A command in a sentence: a program, then a flag, an address, a path or a variable, behind two words at most. */
const COMMAND = new RegExp(
  `(?<![\\w./-])(?:${[...KNOWN].filter((name) => !ENGLISH.test(name)).join('|')})\\s+(?:(?:[a-z][\\w-]{1,20}\\s+){0,2}(?:-{1,2}[A-Za-z]|https?:\\/\\/)|[~./$"']|push\\b|install\\b|publish\\b)`,
)

/** A span of code that an order has run, whatever program it names; one that begins like a name in code is none. */
const ORDERED =
  /(?:\b(?:run|execute|launch|invoke|(?<=(?:^|[.:;!?\n)])\s{0,3})(?:start|begin)\s+with|führe|starte|lance|exécute|ejecuta|lanza|esegui|uruchom)|запусти(?:те)?|运行|執行|执行|実行)[\s:：]{0,3}(?:(?:the|this|our|its|it|as|then|now|once|first|again|script|command|program|binary|helper)[\s:]{1,2}){0,4}`{1,2}(?!\/[\w:-]{1,60}[`\s])([a-z0-9_.~/@$"-][^`\n({]{1,400})`(?!`?\s(?:skills?|agents?|subagents?|tools?|functions?|methods?|hooks?|jobs?|workflows?|tests?|suites?|tasks?|targets?)\b)/giu

/** A command that fetches, and a sentence that puts what comes into an interpreter. */
const FETCHED = /\b(?:curl|wget|base64\s+-d)\b/
const PUT_INTO =
  /\b(?:pipe|feed|pass|hand|give)\b[^.\n]{0,60}\b(?:in)?to\s+(?:the\s+|an?\s+)?(?:(?:ba|z)?sh(?:ell)?|interpreter|terminal|python3?|node|perl|ruby)\b/i

/** What a paragraph of prose asks for, as far as it names a place, a command or text from elsewhere; not what it forbids. */
export function proseSays(text: string, add: Add): void {
  const bare = text.replaceAll('`', ' ')
  const say = (kind: Kind, what: string, at: number, length: number) => {
    // A file with keys is named whatever is said of it.
    if (kind === 'secrets' || !isForbidden(text, at, length, kind === 'follows_text')) add(kind, what, at)
  }
  const followed = BROUGHT.test(text)
    ? [...matchesOf(FOLLOWED, bare)].find((one) => !standsThere(one, bare) && isUnseen(one, bare))
    : undefined
  const rebuilt = REBUILT.exec(bare)
  for (const one of [followed, rebuilt]) if (one != null) say('follows_text', one[0], one.index, one[0].length)
  if (/<script|javascript:|\son\w{3,12}=/i.test(text)) programSays(text, add)
  // What a title or a message says is done by no one.
  const spoken = text.replace(/`(?!https?:|[\w.]{1,60}\()[^`\n]{1,400}`/g, (code) => ' '.repeat(code.length))
  for (const [kind, pattern, what] of ASKED) {
    const asked = pattern.exec(kind === 'acts_on_remote' ? spoken : bare)
    if (asked !== null) say(kind, what ?? asked[0], asked.index, asked[0].length)
  }
  placesSay(text, 'prose', say)
  quoteProse(text, add)
  const told = [...matchesOf(ORDERED, text)].map(({ 0: all, 1: command = '', index }) => ({
    command,
    at: index + all.indexOf(command),
  }))
  for (const { command, at } of [...told, ...commandsIn(text)])
    if (!isForbidden(text, at, command.length))
      // Its sentence is quoted, not what is read of it as a command.
      shellSays(command, (kind, what, where) => kind === 'says' || add(kind, what, at + where), {
        depth: 1,
      })
  const put = FETCHED.test(text) ? PUT_INTO.exec(bare) : null
  if (put !== null) say('follows_text', put[0], put.index, put[0].length)
}

/** The commands that stand in sentences, each to the end of its own. */
function* commandsIn(text: string) {
  // One that fills a span of code is read there, and ends with it.
  const open = text.replace(/`[^`\n]{1,400}`/g, (span) =>
    COMMAND.test(span) && !span.includes('|') ? ' '.repeat(span.length) : span,
  )
  for (const { 0: line, index } of matchesOf(LINE, open.replaceAll('`', ' '))) {
    const at = COMMAND.exec(line)?.index
    if (at === undefined) continue
    const [command = ''] = line.slice(at).split(/[.;!?]\s/, 1)
    yield { command: command.replace(/[.:;,\s]{1,9}$/, ''), at: index + at }
  }
}
