import { matchesOf } from '../matches.ts'
import type { Add } from './said.ts'

/**
 * The libraries that code is given, with the calls to them that do more than read: what they reach lies in them, and no rule
 * sees it. Those that come with a language are looked at by their calls, and those that only compute are left out.
 */
export function librariesIn(code: string, add: Add): void {
  const { found, bound } = importsIn(code)
  if (found.size === 0) return
  for (const { 1: name = '', 2: source = '' } of matchesOf(ASSIGNED, code)) {
    const library = bound.get(source)
    if (library !== undefined) bound.set(name, library)
  }
  for (const { 0: all, index, 1: name = '', 2: chain = '' } of matchesOf(CALL, code)) {
    const library = bound.get(name)
    const call = chain
      .replace(/\([^()]*\)/g, '')
      .replace(WAITS, '')
      .slice(1)
    if (library === undefined || call === '') continue
    const given = inBrackets(code, index + all.length)
    const [, option] = SWITCHED_OFF.exec(given) ?? []
    const named = call.split('.').slice(-3).join('.')
    if (option !== undefined) found.get(library)!.calls.add(`${named} without ${option}`)
    else if (!READS.test(call.split('.').at(-1)!)) found.get(library)!.calls.add(named)
  }
  for (const [library, { at, calls }] of found)
    for (const what of calls.size === 0 ? [''] : calls)
      add('runs', `${what === '' ? '' : `${what} of `}the library ${library}`, at)
}

/** What stands in the bracket that was opened before a place, as far as it is looked at. */
function inBrackets(code: string, from: number): string {
  let open = 1
  for (let at = from; at < from + 400 && at < code.length; at++) {
    if (code[at] === '(') open++
    if (code[at] === ')' && --open === 0) return code.slice(from, at)
  }
  return code.slice(from, from + 400)
}

/** The libraries that are imported, and the names that stand for them. */
function importsIn(code: string) {
  const found = new Map<string, { readonly at: number; readonly calls: Set<string> }>()
  const bound = new Map<string, string>()
  for (const [pattern, isDotted] of IMPORTS)
    for (const { index, groups: { library = '', names } = {} } of matchesOf(pattern, code)) {
      if (isPlain(library, isDotted)) continue
      if (!found.has(library)) found.set(library, { at: index, calls: new Set() })
      const given = names ?? (isDotted ? library.split('.')[0]! : library.replace(GO_NAME, '$1'))
      for (const [name] of matchesOf(/[A-Za-z_$][\w$]*/g, given)) bound.set(name, library)
    }
  return { found, bound }
}

/** Imports of Python, JavaScript and Go; the dots of the first two part a library from what is in it. */
// biome-ignore format: a row a line
const IMPORTS: readonly (readonly [RegExp, boolean])[] = [
  [/^[ \t]{0,40}import[ \t]{1,4}(?<library>[a-z_][\w.]{0,80})(?:[ \t]{1,4}as[ \t]{1,4}(?<names>\w{1,60}))?[ \t\r;]{0,4}(?:#[^\n]{0,200})?$/gm, true],
  [/^[ \t]{0,40}from[ \t]{1,4}(?<library>[a-z_][\w.]{0,80})[ \t]{1,4}import[ \t]{1,4}\(?(?<names>[\w, \t*]{1,400})/gm, true],
  [/^[ \t]{0,4}import[ \t]{1,4}(?<names>[\w$*{}, \n]{1,400}?)[ \t\n]{1,4}from[ \t]{1,4}["'](?<library>[^"'\n]{1,100})["']/gm, true],
  [/\b(?:const|let|var)[ \t]{1,4}(?<names>[\w$*{},: ]{1,200}?)[ \t]{0,4}=[ \t]{0,4}(?:await[ \t]{1,4})?(?:require|import)\([ \t]{0,4}["'](?<library>[^"'\n]{1,100})["']/g, true],
  [/^[ \t]{0,8}(?:import[ \t]{1,4})?(?<names>\w{1,40}[ \t]{1,4})?"(?<library>[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){1,4}\/[\w./-]{1,100})"$/gm, false],
]
/** The name of a package of Go is the last part of its path that is no version. */
const GO_NAME = /^.*?\/([\w-]+?)(?:\/(?:api)?v\d+)?$/
const ASSIGNED =
  /(?:^|[\s(])([A-Za-z_$][\w$]*)(?:[ \t]*,[ \t]*\w+)?[ \t]*:?=[ \t]*(?:await[ \t]+|new[ \t]+|&)?([A-Za-z_$][\w$]*)(?=[.(])/g
/** A call, and the members that lead to it, which say what is called. */
const CALL = /(?<![\w$.])([A-Za-z_$][\w$]*)((?:\.\w{1,60}(?:\([^()\n]{0,80}\))?){0,4}\.\w{1,60})\s?\(/g
/** An option of a call that is turned off. */
const SWITCHED_OFF = /[{(,\s]["']?([A-Za-z]\w{2,40})["']?\s?[:=]\s?(?:False|false)\b/
const WAITS = /(?:\.(?:execute|then|catch|finally)){1,3}$/
const READS =
  /^(?:[gG]et|[lL]ist|[dD]escribe|[rR]ead|[lL]oad|[pP]arse|[fF]ormat|[iI]s|[hH]as|[tT]o|[fF]rom|[fF]ind|[sS]earch|[pP]rint|[lL]og|[sS]how|[nN]ew|[cC]lient|[rR]esource|[cC]lose|[wW]ith|[dD]ecode|[eE]ncode|paginate|then|catch|map|filter|join|items|keys|values|json)(?![a-z])/

const BARE_PYTHON =
  'abc argparse array ast asyncio base64 bisect builtins calendar cmath codecs collections concurrent configparser contextlib copy csv ctypes dataclasses datetime decimal difflib dis email enum errno fcntl fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma math mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform plistlib pprint profile pty pwd queue random re resource sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml xmlrpc zipfile zlib zoneinfo __future__'
const NODE =
  'assert async_hooks buffer child_process cluster console crypto dgram diagnostics_channel dns events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder timers tls tty url util v8 vm worker_threads zlib'
/** Libraries of the languages themselves, and such as compute, draw, test or read a format. */
const PLAIN = new Set(
  `${BARE_PYTHON} ${NODE} numpy pandas matplotlib scipy sklearn seaborn plotly sympy networkx statsmodels torch PIL cv2 yaml tomli click typer rich tqdm pytest hypothesis jinja2 pydantic attrs attr openpyxl docx pptx pypdf PyPDF2 pdfplumber reportlab bs4 lxml markdown dateutil pytz regex requests httpx aiohttp react react-dom vue svelte next three d3 lodash zod chalk commander yargs vite vitest jest typescript esbuild`.split(
    ' ',
  ),
)
const isPlain = (library: string, isDotted: boolean): boolean =>
  /^(?:[./@~#]\/?$|\.|node:|bun:|@\/|~\/)/.test(library) ||
  PLAIN.has(library.split('/')[0]!) ||
  (isDotted && PLAIN.has(library.split('.')[0]!))
