import { builtinModules } from 'node:module'
import { matchesOf } from '../matches.ts'
import type { Add } from './said.ts'

/**
 * The libraries that code is given: what they reach lies in them, and no rule sees it. Those that come with a language, and
 * those that only compute, are left out.
 */
export function librariesIn(code: string, add: Add): void {
  for (const [pattern, isDotted] of IMPORTS)
    for (const { index, 1: library = '' } of matchesOf(pattern, code))
      if (!isPlain(library, isDotted)) add('runs', `the library ${library}`, index)
}

// biome-ignore format: Python, JavaScript and Go; the dots of the first two part a library from what is in it.
const IMPORTS: readonly (readonly [RegExp, isDotted: boolean])[] = [
  [/^[ \t]{0,40}(?:from[ \t]{1,4}(?=[\w.]{1,80}[ \t]{1,4}import\b)|import[ \t]{1,4})([a-z_][\w.]{0,80})(?=[ \t]{1,4}(?:as|import)\b|[ \t\r;]{0,4}(?:#[^\n]{0,200})?$)/gm, true],
  [/^[ \t]{0,4}import[ \t]{1,4}[\w$*{}, \n]{1,400}?[ \t\n]{1,4}from[ \t]{1,4}["']([^"'\n]{1,100})["']/gm, true],
  [/=[ \t]{0,4}(?:await[ \t]{1,4})?(?:require|import)\([ \t]{0,4}["']([^"'\n]{1,100})["']/g, true],
  [/^[ \t]{0,8}(?:import[ \t]{1,4})?(?:\w{1,40}[ \t]{1,4})?"([a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){1,4}\/[\w./-]{1,100})"$/gm, false],
]

const BARE_PYTHON =
  'abc argparse array ast asyncio base64 bisect builtins calendar cmath codecs collections concurrent configparser contextlib copy csv ctypes dataclasses datetime decimal difflib dis email enum errno fcntl fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma math mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform plistlib pprint profile pty pwd queue random re resource sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml xmlrpc zipfile zlib zoneinfo __future__'
/** Libraries of the languages themselves, and such as compute, draw, test or read a format. */
const PLAIN = new Set(
  `${BARE_PYTHON} numpy pandas matplotlib scipy sklearn seaborn plotly sympy networkx statsmodels torch PIL cv2 yaml tomli click typer rich tqdm pytest hypothesis jinja2 pydantic attrs attr openpyxl docx pptx pypdf PyPDF2 pdfplumber reportlab bs4 lxml markdown dateutil pytz regex requests httpx aiohttp react react-dom vue svelte next three d3 lodash zod chalk commander yargs vite vitest jest typescript esbuild`.split(
    ' ',
  ),
)
const isPlain = (library: string, isDotted: boolean): boolean =>
  /^(?:[./@~#]\/?$|\.|node:|bun:|@\/|~\/)/.test(library) ||
  PLAIN.has(library.split('/')[0]!) ||
  builtinModules.includes(library) ||
  (isDotted && PLAIN.has(library.split('.')[0]!))
