import { matchesOf } from '../matches.ts'
import { WRITES } from './changes.ts'
import { flowSays } from './flow.ts'
import { librariesIn } from './libraries.ts'
import { withoutSearched } from './places.ts'
import { KNOWN } from './programs.ts'
import { type Add, type Deed, deedsIn, type Piece } from './said.ts'

/** Names in the environment that are keys. */
const KEY_NAME =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|WEBHOOK|COOKIE|PRIVATE|API_?KEY|ACCESS_?KEY|AUTH(?!OR)|DATABASE_URL|_DSN|(?<!_OF)_KEY|_PASS|_PAT(?![A-Z]))/i
const VARIABLE = /\$\{?([A-Z][A-Z0-9_]{2,60})\b/g
const ENVIRONMENT =
  /(?<!\w|(?<!\.\.)\.)(?:os\.environ(?:\.get|b)?|process\.env|os\.getenv|getenv|ENV(?=[[.])|Deno\.env(?:\.get|\.toObject)?|Bun\.env|import\.meta\.env|std::env::vars?|System\.getenv|(?:\[?Environment\]?::?\.?)GetEnvironmentVariables?|os\.Environ\b|\benviron\b|toJSON\(\s?(?:secrets|env)\s?\)|secrets(?=\.[A-Z]))(?:(?:\s{0,40}\??\.(?=\w)|\??\.?[[(]\s{0,40}[frb]?["'`]?)(\w{1,60})?)?/g

/** The names that are taken out of the environment: `const { A, B } =`, `"A" in`. */
const NAMES = /(?:\{\s?|["'])([\w\s,:]{1,200})(?:\}\s?=\s?|["']\s(?:not\s)?in\s)$/

/** What code can do by what it calls, in any language. */
// biome-ignore format: a row a line
const CALLS: readonly Deed[] = [
  ['unread', 'code that is put together when it runs', /(?<![\w.$])(?:eval|execfile|compile)\s?\(|(?<![\w.])exec\s?\((?!\s?["'`])|(?<![\w.])Function\s?\(|\bvm\.(?:run|Script)|__import__\s?\(|importlib\.import_module|getattr\s?\(\s?__builtins__|\bmarshal\.loads|\bpickle\.loads?\(|\brequire\s?\(\s?(?!["'`])[\w(](?![^\n]{0,200}(?:\)\s?\{|[<>=!]=|\s[<>]\s))|(?<!\w)import\s?\(\s?(?!["'`])[\w(]|\bcreateRequire\b|\bInvoke-Expression\b|\biex\b|\bmodule\._compile|\bctypes\b|\bWebAssembly\.|\bReflect\.construct|String\.from(?:CharCode|CodePoint)\s?\((?!\s?\d)|\bconstructor\s?\[?\.?\s?["']?constructor|\bgetattr\s?\(\s?[\w.]+\s?,\s?(?!["']\w+["']\s?[,)])|\bvars\s?\(|\b__dict__\b|\[\s?["'`][\w$]*["'`]\s?\+|(?:^|[\n;{]\s?)&\s?[$("'][^\n]/],
  ['unread', 'a command that is put together when it runs', /\b(?:os\.system|os\.popen|subprocess\.(?:run|call|Popen|check_\w+|getoutput)|execSync|spawnSync|spawn|execFile(?:Sync)?|child_process(?:['"]\s?\))?\.exec\w*|Open3\.\w+|shell_exec|passthru|proc_open|IO\.popen|Runtime\.getRuntime\(\)\.exec|exec\.Command|ProcessBuilder)\s?\(\s?(?!["'`[]|\s*$)/],
  ['unread', 'code that is not in it', /\bfrom\s+\.{1,3}\w*\s+import\b|\bimport\s+\.\//],
  // Loading one runs what its maker put in (documentation of Python's pickle).
  ['unread', 'objects that run code as they are loaded', /\b(?:joblib|dill|cloudpickle|torch|jsonpickle)\.(?:load|loads|decode)\(|\bread_pickle\(|\byaml\.unsafe_load/],
  ['unread', 'an encoded command', /\b(?:powershell|pwsh)\b[^\n]{0,120}\s-e(?:c|nc\w{0,12})?\s/i],
  ['follows_text', 'code that it fetches or decodes', /(?<![\w.])(?:eval|exec|new\s+Function|iex|Invoke-Expression|compile|vm\.\w+)\b[^\n]{0,80}(?:requests|urlopen|fetch|atob|b64decode|fromhex|base64|DownloadString|Invoke-WebRequest|irm|iwr|decode\()|(?:DownloadString|irm|iwr|Invoke-RestMethod)\b[^\n]{0,120}\|\s?(?:iex|Invoke-Expression)/i],
  ['reaches', 'an address that it works out', /(?<![\w.])(?:requests|httpx|session)\.(?:get|post|put|delete|request|head|patch)\s?\((?!\s*f?["'`]https?:)|\burllib\.request|\burlopen\s?\(|\baiohttp\b|\bhttp\.client|\bsocket\.(?:socket|create_connection|connect)|\bftplib\b|\bsmtplib\b|\bparamiko\b|\bnew\s+WebSocket\s?\(|\bXMLHttpRequest\b|(?<![\w.])fetch\s?\((?!\s*["'`](?:https?:|\/(?!\/)))|\baxios\b|\b(?:net|tls|https?|http2)\.(?:connect|createConnection|request|get)\s?\((?!\s?["'`]\/)|\bdgram\b|\bdns\b[\w."')]{0,16}\.(?:resolve|lookup)|\bgethostbyname|\bgetaddrinfo|\bresolver\.(?:resolve|query)|\bResolv\.|\bInetAddress\b|\bLookup(?:Host|IP|TXT)\b|\bNet::HTTP|\bLWP::|\bcurl_exec|\bfsockopen|Invoke-(?:WebRequest|RestMethod)|\bnet\.Dial|\bhttp\.(?:Get|Post|NewRequest)\b|\breqwest\b|\bsendBeacon\b|\bHttpClient\b/],
  ['reaches', 'others that connect to it', /\bcreateServer\s?\(|\.listen\s?\(\s?\d|\bHTTPServer\s?\(|\bsocketserver\b|\bapp\.run\s?\(/],
  ['acts_on_remote', 'send data', /(?<![\w.])(?:requests|httpx|session|axios|client)\.(?:post|put|delete|patch)\s?\((?!\s?[f]?["'`]\/)|\.(?:post|put|delete|patch)(?:Form|Async)?\s?\(\s?[frb]?["'`]https?:|(?<!<form\b[^>]{0,200}|\(\s?["'`]\/[^"'`\n]{0,120}["'`]\s?,\s?\{[^}]{0,160})\bmethod\s?[:=]\s?["'](?:POST|PUT|PATCH|DELETE)|<form\b[^>]{0,200}\baction\s?=\s?\{?["'`](?:https?:)?\/\/|\bsmtplib\b|\bsendBeacon\b|\bhttp\.Post\w{0,4}\s?\((?!\s?["'`]\/)|\.send\s?\(\s?(?:f|data|JSON|b|await)\b/i],
  ['writes_outside', 'the home folder', /\bhomedir\b|\bPath\.home\s?\(|\bexpanduser\s?\(|\bENV\[["']HOME|process\.env\.(?:HOME|USERPROFILE)|os\.environ\[["']HOME|\bDir\.home\b|user\.home\b|UserHomeDir\s?\(/],
  ['writes_outside', 'lasting settings of Windows', /\bHK(?:LM|CU):|\bHKEY_(?:LOCAL_MACHINE|CURRENT_USER)\b|\bSetEnvironmentVariable\([^)\n]{0,200}["'](?:Machine|User)["']/i],
  ['deletes', 'files, by code', /\brmtree\s?\(|\bos\.(?:remove|unlink|rmdir)\s?\(|\b(?:fs\.|fsp\.)?(?:rmSync|unlinkSync|rmdirSync)\s?\(|\bfs(?:p|\.promises)?\.(?:rm|unlink|rmdir)\s?\(|\brimraf\b|\bRemove-Item\b|\bFileUtils\.rm|\bos\.RemoveAll\s?\(|\.unlink\(\)/],
  ['deletes', 'data, by code', /\.(?:deleteMany|dropCollection|dropDatabase|destroyAll|bulkDelete|truncate|flush(?:all|db))\s?\(|\bdb\.\w{1,40}\.drop\(/i],
  ['background', 'a process that stays', /\bdetached\s?:\s?true|\bstart_new_session\s?=\s?True|\bos\.fork\s?\(|\bdaemon\s?=\s?True|Register-ScheduledTask|New-Service\b/],
  ['secrets', 'a store of keys', /\bkeyring\.get|\bSecItemCopy|\bCredRead|\bdocument\.cookie|\blocalStorage[.[][^\n]{0,40}(?:token|key)|Login Data|find-(?:generic|internet)-password|169\.254\.169\.254|metadata\.google\.internal|\bfirst line below `\[default\]`/i],
]

/** What a tool or a library has done among people: by the name of its action, or of its function. */
// biome-ignore format: a row a line
export const ACTIONS: readonly Deed[] = [
  ['acts_on_remote', 'send mail or messages to others', /["']?action["']?\s?[:=]\s?["'](?:send|reply|post|forward|broadcast|react|poll|invite)\w{0,30}["']|(?<!\b(?:runtime|tabs|port|worker|self|this|window|parent|process|socket|ws)\.|\b(?:def|function|func|fn|fun)\s)(?:send|reply|forward)(?:_?to)?_?(?:messages?|e?mails?|dms?|sms|invit\w{1,8}|tweets?|newsletters?)(?![a-z]|\s?=(?![=>]))|\bpost_(?:messages?|tweets?)\b|\bchat[._]post_?message(?!\s?=(?!=))|\bsmtplib\b|\bsgMail\.|\bemails?\.send\s?\(|\bmessages\.create\s?\((?!\s{0,40}\{?\s{0,40}model\b)/gi],
  ['acts_on_remote', 'change or delete messages and members', /["']?action["']?\s?[:=]\s?["'](?:delete|edit|pin|unpin|remove|ban|kick|mute|timeout)\w{0,30}["'](?=[\s\S]{0,160}?(?:message|channel|member|guild|chat|user))|(?:delete|edit|pin|unpin|remove|ban|kick)_?(?:messages?|e?mails?|channels?|members?)(?![a-z])/i],
  ['acts_on_remote', 'pay, order or move money', /["']?action["']?\s?[:=]\s?["'](?:pay|transfer|refund|buy|order|purchase|withdraw|swap)\w{0,30}["']|(?<!\b(?:def|function|fun|func|fn|let|operationId:)\s)(?:create|make|send|submit|place|confirm|execute)_?(?:payments?|payouts?|transfers?|refunds?|orders?|trades?|purchases?|transactions?)(?![a-z])(?=\w{0,20}\s?\(|["'`,]|\s{0,4}(?:\n|$))|\b(?:charges|refunds|payouts|transfers|paymentIntents|PaymentIntent|Refund|Charge)\.create\s?\(|\bsend_?(?:funds|money|tokens?|eth|sol|btc)\b/i],
]

/** Texts in quotation marks, and lists of them: what any call in any language may hand to a shell. */
const QUOTED =
  /(["'`])((?:\\.|(?!\1)[^\\\n]){2,400})\1((?:\s{0,40},\s{0,40}(?:"args"\s?:\s?)?\[?\s{0,40}["'][^"'\n]{0,200}["'](?!\s?:)){0,20})|%x([({])([^)}\n]{2,300})[)}]/g
/** Ways to start a program; where no command is read beside them, what they start is not known. */
const STARTS =
  /\bchild_process\b|\bsubprocess\s?\.|\b(?:import|from)\s+subprocess\b|\bos\s?\.\s?(?:system|popen|exec[lv]|spawn)|\bfrom\s+(?:os|pty|shutil)\s+import\b|\bimport\s+(?:os|pty)\s+as\b|\bOpen3\b|\bProcessBuilder\b|\bexec\.Command\b|\bProcess\.Start\b|\bpty\.spawn\b|\b(?:shell_exec|passthru|proc_open|popen)\s?\(|(?<![\w.])system\s?\(|\bfn\.system|\bos\.execute|\bio\.popen|\bdo shell script\b|["'](?:zx|execa|shelljs|cross-spawn)["']|\bcommandLine\b|\|\s?["'](?:ba)?sh["']/

/** A call whose first word is a program, whatever its name. */
const STARTED =
  /(?:(?<![\w$.])(?:exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|Popen|check_\w{1,8}|shell_exec|system)|\bos\.(?:system|popen|exec\w{1,3}|spawn\w{1,3})|\b(?:subprocess|child_process|cp)\.\w{1,16})\s?\(\s?\[?\s?$/
/** What `exec` of Python is given is no command. */
const STATEMENT = /^\W|^(?:import|from|print|def|class|for|if|with)\b|^[\w.]+\s?[=(]/

/** A line that no language runs: without what is filled into a text of several lines, or defined for C. */
const COMMENT = /^[ \t]{0,40}#{1,4}[ \t](?!\s{0,4}(?:define|include|pragma|if|el|end)\w{0,8}\b)[^\n{}$<>%`\\]{0,400}$/gm

/** What a program in any language can do, by its calls; returns the commands that it hands to a shell. */
export function codeSays(source: string, add: Add): readonly Piece[] {
  const text = source.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  // What only reads there leaves nothing.
  deedsIn(text, CALLS, (kind, ...said) => (kind === 'writes_outside' && !WRITES.test(text)) || add(kind, ...said))
  deedsIn(text, ACTIONS, add)
  flowSays(text, add)
  librariesIn(text, add)
  environmentIn(text, add)
  const hasProcesses = STARTS.test(text)
  const commands: Piece[] = []
  for (const { index, 2: first = '', 3: rest = '', 5: run } of matchesOf(QUOTED, text)) {
    const words = (rest.replace(/"args"\s?:/, '').match(/["'][^"'\n]*["']/g) ?? []).map((word) => word.slice(1, -1))
    const command = run ?? [first, ...words].join(' ')
    const isStarted = hasProcesses && STARTED.test(text.slice(Math.max(0, index - 60), index))
    if ((isStarted && !STATEMENT.test(command)) || isCommand(command)) commands.push({ text: command, at: index })
  }
  if (hasProcesses && commands.length === 0)
    add('unread', 'a command that is put together when it runs', text.search(STARTS))
  return commands
}

/** Whether a text begins with a known program and goes on: a word that is English too with a flag, a path or a joint. */
const isCommand = (text: string): boolean => {
  const [program = '', second = ''] = text.trim().split(/\s+/)
  const known = program.split('/').at(-1)!
  return KNOWN.has(known) && second !== '' && (!ENGLISH.test(known) || /^-|[./=]/.test(second) || /[|;&]/.test(text))
}
/** Programs whose names are words of English. */
export const ENGLISH =
  /^(?:make|open|code|at|just|task|find|sort|touch|pass|op|go|env|cat|head|tail|black|service|time|source|watch|host|cursor|apt|ruby|node|at|eval|exec|mail|security|vault|playwright|snap|fish|screen|flake8|yarn|hub|bundle|swift|perl|zip)$/

/** The keys in the environment that a text names, or the whole of it. */
export function environmentIn(given: string, add: Add): void {
  const text = withoutSearched(given)
  for (const match of matchesOf(VARIABLE, text))
    if (KEY_NAME.test(match[1]!)) add('secrets', `$${match[1]}`, match.index)
  for (const match of matchesOf(ENVIRONMENT, text)) {
    const before = text.slice(Math.max(0, match.index - 200), match.index)
    const names = (match[1] ?? NAMES.exec(before)?.[1])?.match(/\w+/g)
    if (names == null || /^(?:items|keys|values|copy|get|to[A-Z_]\w*|inspect|each|map)$/.test(names[0]!))
      add('secrets', 'the whole environment', match.index)
    else for (const name of names) if (KEY_NAME.test(name)) add('secrets', `$${name}`, match.index)
  }
}
