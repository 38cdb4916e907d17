import { matchesOf } from '../matches.ts'
import { type Add, type Deed, deedsIn } from './said.ts'

/** Parts of the names of settings that protect while they are on, and of those that open while they are on. */
const PROTECTS =
  /verif|validat|http_?only|secur(?!_?transport)|same_?site|[cx]srf|csp$|content_security|hsts|helmet|frame_?guard|sandbox|sanitiz|escape|encrypt|protect|integrity|firewall|authenti|authoriz|(?:^|_)(?:auth|ssl|tls|mfa|2fa|otp|rls|audit|checks?|strict|confirm|approvals?|reviews?|passwords?|signatures?|certificates?|cert|logging|backups?|versioning|retention|scan|lockout|peer|enforce|seccomp|selinux|apparmor|host_key_checking)(?:_|$)|enforc|unauthorized|isolat|rate_?limit|throttl|threshold|fail_?under|fail_?on|read_?only|gpg_?sign|limit_?access|root_?squash|dry_?run|ask_?before/
const OPENS =
  /allow|insecure|unsafe|disabl|skip|ignor|dangerous|bypass|(?:^|_)trust|debug|permissive|privileg|anonym|(?:^|_)public|unrestrict|nopass|no_?(?:verify|check|auth|sandbox|password|sign|confirm|prompt|validat)|expose|permit|suppress|auto_?(?:approv|merg|accept|confirm|deploy|publish|run)|node_?integration|continue_?on_?error|impersonat|escalat|elevat|introspection|host_?network|host_?pid|delete_?protection_?off/
/** Names of both that most code uses for other things: states, forms, comparisons. */
const OTHER =
  /^(?:is|has|was|are|should|can|did)_|(?<!encrypt|unauthoriz|privileg)ed$|^(?:required?|valid|allow_?js|debugger|skip|ignore|disabled?|checks?|escape|strict|public_?path|limit)$|case|white_?space|blank|empty|header|(?:^|_)(?:first|lines?|space|null|none|nulls|duplicates?|missing|js|rows?|order|install)(?:_|$)|lib_?check|synthetic|importing|extension|build|deprecat|index|unknown|eslint|scripts|buffer|interop|existing|bad_?words|hidden|focus|scroll/
const OFF = /^(?:false|0|no|off|none|never|null|nil|disabled?|n)$/i
const ON = /^(?:true|1|yes|on|always|enabled?|all|any|y|\*|warn)$/i
/** Values that open whatever stands before them, in settings of who may do or reach what. */
const ANYBODY =
  /(?:^|[\s"',[])(?:\*|0\.0\.0\.0\/0|::\/0|allusers|everyone|anyone|public(?:-read(?:-write)?)?|write-all|nopasswd(?::.*)?|administratoraccess|cluster-admin)(?=$|[\s"',\]])/i
const WHO =
  /origin|hosts?$|cors|cidr|principal|actions?$|resources?$|verbs$|acl|access|permission|allow|members?$|roles?$|policy|sources?$|group|grant|from$|users?$|visibility/
// biome-ignore format: a row a line
const OPEN_VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [/same_?site|alg(?:orithms?)?$|auth_?method|security$/, /^\[?\s?["']?none["']?\s?\]?$/i],
  [/csp|content_?security|(?:script|default|style|connect|frame|object)_?src|ancestors/, /unsafe-(?:inline|eval)|(?:^|[\s"',[])\*|\bdata:/i],
  [/mode$|umask|perm/, /^0?o?(?:777|666|000)$/],
  [/host_?key_?checking|sslmode|ssl_?mode|tls_?mode|pull_?policy|verify_?mode|policy$|mode$/, /^(?:no|disable|allow|accept-new|bypass|permissive|bypasspermissions|cert_none|verify_none|dontask)$/i],
  [/min_?version|ssl_?version|protocols?$/, /ssl_?v[23]|tls_?v?1(?:[._]?[01])?(?![._\d])/i],
]

/** Whether a setting of this name and value opens, or turns off, what protects: by the words of the name, in any language. */
export function loosens(name: string, value: string): boolean {
  const key = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase()
  const plain = value.trim().replace(/^["'`](.*)["'`]$/, '$1')
  if (OPEN_VALUES.some(([of, open]) => of.test(key) && open.test(plain))) return true
  if (WHO.test(key) && ANYBODY.test(plain)) return true
  if (OTHER.test(key)) return false
  return OPENS.test(key) ? ON.test(plain) : PROTECTS.test(key) && OFF.test(plain)
}

const VALUE = String.raw`("[^"\n]{0,200}"|'[^'\n]{0,200}'|\x60[^\x60\n]{0,200}\x60|\[[^\]{\n]{0,160}\]|[\w*][\w.*:/-]{0,60})`
/** A name and its value: in a literal, an assignment, a call that sets one, a header, a directive of a server. */
const SETTINGS = [
  new RegExp(
    String.raw`(?<![\w$-])["'\x60]?([A-Za-z_][\w.-]{1,60})["'\x60]?\]?[ \t]{0,4}(?::=|[:=])(?![=>:])[ \t]{0,4}${VALUE}`,
    'g',
  ),
  new RegExp(String.raw`\w\(\s{0,20}["'\x60]([A-Za-z][\w .-]{1,60})["'\x60]\s{0,8},\s{0,8}${VALUE}\s{0,8}[,)]`, 'g'),
  /\.\s?(?:set|use|with|enable)?([A-Z]?[A-Za-z]{3,60})\(\s?(true|false|True|False|["']\*["'])\s?\)/g,
  /^[ \t]{0,20}([A-Za-z][\w-]{3,60})[ \t]{1,8}(yes|no|on|off|true|false|none|all|\*|0|1)[ \t]{0,4};?[ \t]{0,4}$/gm,
  new RegExp(String.raw`\b(?:add_header|Header\s(?:always\s)?set|-H)\s["']?([A-Za-z-]{3,60})[: ]\s?${VALUE}`, 'g'),
]
/** Deeds in code that no setting names: what is switched off, silenced, or let through. */
// biome-ignore format: a row a line
const DONE: readonly Deed[] = [
  ['loosens', 'a protection is switched off', /\.disable\((?!\s?["']x-powered)|\bskip_(?:before_action|forgery)|\bdisable_(?:csrf|auth|ssl|warnings)\w*\(|\bcsrf_exempt\b|\bAllowAny\b|\bpermitAll\(\)|\bAllowAnonymous\b/],
  ['loosens', 'a server whose certificate is not checked', /\bcert_none\b|_create_unverified_context\b|\bVERIFY_NONE\b|\bdanger_accept_invalid_certs\(true|\bcurl\b[^\n]{0,120}\s-\w{0,4}k\b|ServerCertificateValidationCallback\s?=/i],
  ['loosens', 'text that is shown without being escaped', /\bdangerouslySetInnerHTML\b|\bmark_safe\(|\|\s?safe\s?\}\}|\bv-html\b|\bbypassSecurityTrust\w+\(|\bhtml_safe\b/],
  ['loosens', 'a check is silenced', /(?:^|\s)\/\/\s?(?:nosec|NOSONAR)|#\s?(?:nosec|noqa: S)\b|\beslint-disable[^\n]{0,40}security|\bif:\s?false\b|\bpassWithNoTests\b|\b(?:describe|it|test)\.skip\(|@pytest\.mark\.skip|\bxdescribe\(/],
  ['loosens', 'a check that cannot fail', /\b(?:test|lint|audit|check|scan|verify|tsc|eslint|pytest|mypy)\b[^\n|&]{0,80}\|\|\s?(?:true|:|exit 0)(?=\s|$|["')])/],
  ['loosens', 'a check that always says yes', /\b(?:def|function|func|const)\s[\w\s]{0,20}(?:verif|valid|auth|check|allow|permit|isadmin|can)\w{0,40}\s?(?:=\s?)?(?:async\s?)?\([^)\n]{0,160}\)[^\n;{:]{0,40}(?:=>|[:{])?[ \t]*\n?[ \t]{0,20}[{]?\s?(?:return\s)?(?:true|True)\b/i],
  ['loosens', 'one value that lets its sender through', /\b(?:headers?|query|cookies?|password|passwd|token|secret|email|user(?:name|_?id)?|params)\b["'\w.()[\]? -]{0,60}(?:===?|\.equals\(|\.endsWith\(|\.endswith\()\s?["'`][^"'`\n]{3,60}["'`][^\n]{0,40}(?:\n[^\n]{0,40})?(?:return\s(?:true|True|next\(\))|isAdmin|is_admin|\brole\s?=|next\(\)|\ballow)/],
  ['loosens', 'secrets are written into a log', /\b(?:console\.\w{3,5}|log(?:ger|ging)?\.\w{3,8}|print(?:f|ln)?|fmt\.Print\w+)\s?\(\s?(?:f?["'`][^"'`\n]{0,60}["'`]?[\s,+{$(%]{0,8})?[\w.[\]]{0,40}(?:password|passwd|secret|api_?key|authorization|cookie|cardnumber|card_number|ssn|private_?key)\b(?!["'`])/i],
  ['loosens', 'keys that can be guessed', /(?:token|secret|password|session|otp|nonce|code)\w{0,20}\s?[:=][^\n]{0,60}(?:Math\.random\(|random\.(?:random|randint|choices?)\()|\bcreateCipher\(|\bMODE_ECB\b|["']aes-\d+-ecb/i],
  ['loosens', 'a query that takes what it is given as SQL', /\b(?:SELECT\b[^"'`\n]{1,160}\bFROM|INSERT\sINTO|UPDATE\b[^"'`\n]{1,80}\bSET|DELETE\sFROM)\b[^"'`\n]{0,200}(?:["']\s?(?:\+\s?(?![A-Z_]{2,40}\b)\w|%\s?\(?\w|\.\s?\$|\.format\()|\$\{(?!sql)|\{\w)/],
]
const COOKIE =
  /\b(?:res(?:ponse)?|reply|c|ctx|cookies|resp)\.(?:cookie|set_cookie|setCookie|cookies?\.set|set)\(\s?["'`](?=[^"'`\n]{0,40}(?:sess|sid\b|auth|token|jwt|login|remember|\bid\b))[^"'`\n]{1,60}["'`]\s?,[^;]{0,300}/gi
const SET_COOKIE = /set-cookie["'`]?\s?[:,]\s?["'`]([^"'`\n]{3,200})/gi

/** What a text of code or settings opens, or switches off, that protects: each with its name and value. */
export function looseningsIn(given: string, add: Add): void {
  const text = given.replace(SEARCHED, (all) => ' '.repeat(all.length))
  for (const pattern of SETTINGS)
    for (const { index, 1: name = '', 2: value = '' } of matchesOf(pattern, text))
      if (loosens(name, value) && !DECLARED.test(text.slice(Math.max(0, index - 8), index)))
        add('loosens', `${name} = ${value}`, index)
  deedsIn(text, DONE, add)
  for (const pattern of [COOKIE, SET_COOKIE])
    for (const { index, 0: all } of matchesOf(pattern, text))
      if (!/http_?only/i.test(all.split(/\)[ \t;]{0,8}\n/)[0]!))
        add('loosens', 'a cookie that scripts of the page can read', index)
}
/** What a command looks for. */
const SEARCHED =
  /(?:\bgit\s{1,4}grep|(?<![\w-])(?:[efz]?grep|rg|ag|ack|ast-grep))\s(?:'[^'\n]*'|"[^"\n]*"|[^'"\n|;&`]){1,400}/g
/** A variable that code changes as it runs. */
const DECLARED = /\b(?:let|var)\s+$/

/** What the words of a command open or switch off: `--no-verify`, `--insecure`, `-o StrictHostKeyChecking=no`. */
export function argumentLoosens(program: string, args: readonly string[]): readonly string[] {
  // What these set is read as a setting of the text.
  if (/^(?:export|declare|typeset|env)$/.test(program)) return []
  return args.filter((arg) => {
    const [, no, name = '', value = no === undefined ? 'true' : 'false'] =
      /^(?:--?|-[A-Z])?(no-)?([A-Za-z][\w.-]{2,60})(?:=(.{1,120}))?$/.exec(arg) ?? []
    return (/^--/.test(arg) || arg.includes('=')) && loosens(name, no === undefined ? value : 'false')
  })
}
