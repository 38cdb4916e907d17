import { matchesOf } from '../matches.ts'
import { writtenCall, writtenInput } from './call-form.ts'
import { folded, type NamedStep, plain, stepsOfCalls, weightOf } from './steps-of-run.ts'

/** What a text tells to do and not to do, in its order. */
export interface StepsInText {
  readonly told: readonly NamedStep[]
  readonly forbidden: readonly NamedStep[]
}

/**
 * The steps that the body of a SKILL.md names: calls and commands in code, files in code behind a verb, and names of
 * `tools` wherever they stand. Sections that tell when a skill is for, or where it comes from, name none, and a section of checks
 * names none again.
 */
export function stepsInText(text: string, tools: ReadonlySet<string>): StepsInText {
  const found: Found[] = []
  for (const block of blocksOf(text)) {
    const known = new Set(block.isCheck ? found.map(({ step }) => keyOf(step)) : [])
    found.push(...stepsIn(block, tools).filter(({ step }) => !known.has(keyOf(step))))
  }
  const those = (isForbidden: boolean) => found.filter((one) => one.isForbidden === isForbidden).map(({ step }) => step)
  return { told: folded(those(false)), forbidden: those(true) }
}

/** Equal for steps that tell the same. */
const keyOf = ({ head, words, inputs, open }: NamedStep): string => JSON.stringify([head, words, [...inputs], open])

interface Found {
  readonly step: NamedStep
  readonly isForbidden: boolean
}

function stepsIn({ text, isScript }: Block, tools: ReadonlySet<string>): readonly Found[] {
  if (isScript) return writtenCommand(text).map((step) => ({ step, isForbidden: false }))
  const found: Found[] = []
  let from = 0
  for (const { code, at, end } of codeSpans(text)) {
    const before = text.slice(from, at)
    found.push(...named(before, tools))
    const isForbidden = FORBIDS.test(clause(text.slice(0, at)))
    const last = found.at(-1)
    const input = writtenInput(code)
    if (input !== undefined && last !== undefined)
      found[found.length - 1] = { ...last, step: withInput(last.step, input) }
    else found.push(...stepsOfCode(code, before, tools).map((step) => ({ step, isForbidden })))
    from = end
  }
  return [...found, ...named(text.slice(from), tools)]
}

/** Words that turn what follows in their sentence into a thing not to do. */
const FORBIDS =
  /\b(?:do not|don['’]t|never|avoid|must not|mustn['’]t|should not|shouldn['’]t|instead of|rather than)\b/i

/** What stands between the last mark that ends a sentence and the end. */
function clause(text: string): string {
  let from = text.length
  while (from > 0 && !'.;:!?'.includes(text[from - 1]!)) from--
  return text.slice(from)
}

/** Names of tools in prose. */
function named(prose: string, tools: ReadonlySet<string>): readonly Found[] {
  return [...prose.matchAll(/[A-Za-z]\w{0,79}(?:[.-]\w{1,79}){0,8}/g)].flatMap(({ 0: word, index }) =>
    tools.has(word) && /[_A-Z.-]/.test(word.slice(1))
      ? [{ step: bare(word), isForbidden: FORBIDS.test(clause(prose.slice(0, index))) }]
      : [],
  )
}

const bare = (tool: string): NamedStep => ({
  head: `CALL ${tool}`,
  weight: 1,
  inputs: new Map(),
  words: [],
  open: [],
  ofCase: new Set(),
})

function stepsOfCode(code: string, before: string, tools: ReadonlySet<string>): readonly NamedStep[] {
  if (tools.has(code)) return [bare(code)]
  const call = writtenCall(code)
  if (call !== undefined) {
    const open = call.open.map(plain)
    return stepsOfCalls([call]).map((step) => ({ ...step, open }))
  }
  const verb = [...matchesOf(VERB, before)].at(-1)?.[0].toLowerCase()
  const kind = verb === undefined ? undefined : KINDS[verb]
  if (kind !== undefined && /^\S+$/.test(code) && (/[./<]/.test(code) || kind === 'SEARCH')) return [onFile(kind, code)]
  return isCommand(code, before) ? writtenCommand(code) : []
}

const VERB = /\b(?:read|open|view|inspect|edit|change|update|modify|adjust|write|create|search for|grep for)\b/gi
const KINDS: Readonly<Record<string, 'READ' | 'EDIT' | 'WRITE' | 'SEARCH'>> = {
  ...Object.fromEntries(['read', 'open', 'view', 'inspect'].map((verb) => [verb, 'READ' as const])),
  ...Object.fromEntries(['edit', 'change', 'update', 'modify', 'adjust'].map((verb) => [verb, 'EDIT' as const])),
  ...{ write: 'WRITE', create: 'WRITE', 'search for': 'SEARCH', 'grep for': 'SEARCH' },
}

function onFile(kind: 'READ' | 'EDIT' | 'WRITE' | 'SEARCH', code: string): NamedStep {
  const key = kind === 'SEARCH' ? 'pattern' : 'path'
  const isOpen = /<[^<>]+>/.test(code)
  const inputs: ReadonlyMap<string, readonly string[]> = new Map(isOpen ? [] : [[key, [code]]])
  return { head: kind, weight: weightOf(kind), inputs, words: [], open: isOpen ? [key] : [], ofCase: new Set() }
}

/** Whether code is a line for the shell: told to be run, with an option, or of a program that everybody knows. */
const isCommand = (code: string, before: string): boolean =>
  /^(?:[a-z][\w.+-]*|[\w.-]*(?:\/[\w.-]+)+)(?:\s|$)/.test(code) &&
  (/\b(?:run|runs|execute|with|using|command|via|by)\W{1,4}$/i.test(before) ||
    /\s--?[a-z]/i.test(code) ||
    PROGRAM.test(code))

const PROGRAM =
  /^(?:npm|npx|pnpm|yarn|bun|deno|node|git|gh|docker|kubectl|helm|terraform|cargo|go|pip3?|uv|poetry|pytest|python3?|curl|make|just|mise|mvn|gradle|dotnet|ruff|mypy|eslint|tsc|vitest|jest|rm|bash|sh|psql|sqlite3|bundle|rake|rails|composer|php|swift|buf|prisma)(?:\s|$)/

function withInput(step: NamedStep, [name, value]: readonly [string, string]): NamedStep {
  const isOpen = /^<[^<>]+>$/.test(value)
  return isOpen
    ? { ...step, open: [...step.open, plain(name)] }
    : { ...step, inputs: new Map([...step.inputs, [plain(name), [value]]]) }
}

/** The steps of a shell line in which `<placeholders>` may stand. */
function writtenCommand(line: string): readonly NamedStep[] {
  // The parser takes `<` for a redirection.
  const hidden = line.replace(PLACEHOLDER, (word) => `${OPEN}${plain(word)}${CLOSE}`)
  return stepsOfCalls([{ tool: 'Bash', input: { command: hidden } }]).map((step) => {
    const texts = [...step.words, ...[...step.inputs.values()].flat()]
    return {
      ...step,
      open: texts.flatMap((text) => [...matchesOf(HIDDEN, text)].map(([, name = '']) => name)),
      words: step.words.filter((word) => !word.includes(OPEN)),
      inputs: new Map([...step.inputs].filter(([, values]) => !values.some((value) => value.includes(OPEN)))),
    }
  })
}

/** Private-use characters in place of the brackets of a placeholder. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const PLACEHOLDER = /<[a-z][\w .-]{0,39}>/gi
const HIDDEN = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]{0,60})${CLOSE}`, 'g')

interface CodeSpan {
  readonly code: string
  /** Index of its first mark in the line. */
  readonly at: number
  /** Index behind its last mark. */
  readonly end: number
}

/** The inline code of a line: what stands between two runs of as many backticks. */
function codeSpans(line: string): readonly CodeSpan[] {
  const spans: CodeSpan[] = []
  const marks = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  for (let i = 0; i < marks.length; i++) {
    const open = marks[i]!
    const j = marks.findIndex(({ length }, k) => k > i && length === open.length)
    if (j < 0) continue
    const close = marks[j]!
    const code = line.slice(open.index + open.length, close.index).trim()
    spans.push({ code, at: open.index, end: close.index + close.length })
    i = j
  }
  return spans
}

/** A line of a body, or a block of code for the shell. */
interface Block {
  readonly text: string
  readonly isScript: boolean
  /** It stands in a section of checks, which may name a step again. */
  readonly isCheck: boolean
}

/** The lines and scripts of a Markdown body that tell what to do: no headings, quotations, comments or other code. */
function blocksOf(body: string): readonly Block[] {
  const blocks: Block[] = []
  let isSkipped = false
  let isCheck = false
  let fence: { readonly mark: string; readonly isShell: boolean; readonly lines: string[] } | undefined
  for (const line of body.split('\n')) {
    const [, mark, language = ''] = /^\s{0,8}(`{3,}|~{3,})\s{0,3}([\w+-]{0,20})/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) !== true) fence.lines.push(line.trim().replace(/^\$ /, ''))
      else {
        if (fence.isShell && !isSkipped) blocks.push({ text: fence.lines.join('\n'), isScript: true, isCheck })
        fence = undefined
      }
    } else if (mark !== undefined) fence = { mark, isShell: SHELLS.has(language.toLowerCase()), lines: [] }
    else if (/^#{1,6}\s/.test(line)) {
      isSkipped = BESIDE.test(line)
      isCheck = CHECKS.test(line)
    } else if (!isSkipped && !/^\s{0,8}(?:>|<!--|\[[^\]]{0,80}\]\()/.test(line) && line.trim() !== '')
      blocks.push({ text: line, isScript: false, isCheck })
  }
  return blocks
}

const SHELLS = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'console'])

const CHECKS = /^#{1,6}\s{1,4}(?:verify|verification|checks?)\b/i

/** Headings of sections that tell when a skill is for, what varies and where it comes from. */
const BESIDE = /^#{1,6}\s{1,4}(?:when|inputs|evidence|examples?|requests|pitfalls|background|references|preferences)\b/i
