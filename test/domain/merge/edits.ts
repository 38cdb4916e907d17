import { LAST_LINES } from '../../../src/domain/draft/body-ends.ts'

/** Something that a person does to SKILL.md, by its name; line ends are LF when it is done. */
export type Edit = readonly [name: string, edit: (text: string) => string]

/** The lines of the first ordered list. */
const steps = (text: string): readonly string[] => text.split('\n').filter((line) => /^\d+\. /.test(line))
const step = (text: string, nth: number): string => steps(text).at(nth) ?? ''
const before = (line: string, added: string) => (text: string) => text.replace(`${line}\n`, () => `${added}\n${line}\n`)
const after = (line: string, added: string) => (text: string) => text.replace(`${line}\n`, () => `${line}\n${added}\n`)
const atStep = (nth: number, change: (line: string) => string) => (text: string) =>
  text.replace(`${step(text, nth)}\n`, () => change(step(text, nth)))
const examples = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('- "'))
const section = (text: string, title: string): string => {
  const start = text.indexOf(`## ${title}\n`)
  const rest = text.slice(start + 3)
  const end = Math.min(...[rest.search(/^## /m), rest.indexOf(lastLine(text))].filter((at) => at >= 0))
  return text.slice(start, start + 3 + end)
}
const without = (piece: string) => (text: string) => text.replace(piece, '')
const body = (text: string) => text.indexOf('\n---\n') + '\n---\n'.length
const inBody = (change: (body: string) => string) => (text: string) =>
  text.slice(0, body(text)) + change(text.slice(body(text)))
const inFront = (change: (front: string) => string) => (text: string) =>
  change(text.slice(0, body(text))) + text.slice(body(text))
const description = /^description: .*$/m

/** What people do to such files. */
export const EDITS: readonly Edit[] = [
  // added
  ['a line at the end', (text) => `${text}Always tell what you did.\n`],
  ['a paragraph at the end', (text) => `${text}\nAsk before you push.\nWait for an answer.\n`],
  ['a line at the beginning', inBody((text) => `\nThis is how we do it here.\n${text}`)],
  ['a title', inBody((text) => `\n# How we do it\n${text}`)],
  ['a step before the first', atStep(0, (line) => `1. Say hello\n${line}\n`)],
  ['a step amid the others', atStep(0, (line) => `${line}\n2. Look around first\n`)],
  ['a last step', atStep(-1, (line) => `${line}\n99. Tell the team\n`)],
  ['a note below a step', atStep(0, (line) => `${line}\n   Needs the VPN.\n`)],
  ['a list below a step', atStep(0, (line) => `${line}\n   - once for Linux\n   - once for macOS\n`)],
  [
    'a block of code below a step',
    atStep(0, (line) => `${line}\n\n   \`\`\`sh\n   make all\n\n   make check\n   \`\`\`\n\n`),
  ],
  ['blank lines between steps', (text) => text.replace(/^(\d+\. .*)$/gm, '$1\n')],
  ['another example', (text) => after(examples(text)[0] ?? '', '- "and once more, please"')(text)],
  ['words before the steps', before('## Steps', 'None of this on a Friday.\n')],
  ['a quotation', after('## Steps', '> Slow is smooth.\n')],
  ['a table', (text) => before(lastLine(text), '| who | what |\n|---|---|\n| Anna | docs |\n')(text)],
  ['a comment', after('## Steps', '<!-- keep in step with the handbook -->')],
  ['a line that the draft has, once more', (text) => `${text}${step(text, 0)} again\n`],
  // removed
  ['the first step is taken out', atStep(0, () => '')],
  ['the last step is taken out', atStep(-1, () => '')],
  [
    'all steps but one are taken out',
    (text) =>
      steps(text)
        .slice(1)
        .reduce((rest, line) => rest.replace(`${line}\n`, ''), text),
  ],
  ['the section of steps is taken out', (text) => without(section(text, 'Steps'))(text)],
  ['an example is taken out', (text) => text.replace(`${examples(text)[0]}\n`, '')],
  ['the last line is taken out', (text) => text.replace(`${lastLine(text)}\n`, '')],
  ['the evidence is taken out of the metadata', inFront((front) => front.replace(/^ {2}evidence: .*\n/m, ''))],
  ['blank lines are taken out', inBody((text) => text.replace(/\n{2,}/g, '\n'))],
  // moved
  ['the first two steps change places', (text) => swapped(text, step(text, 0), step(text, 1))],
  ['the last step comes first', (text) => before(step(text, 0), step(text, -1))(atStep(-1, () => '')(text))],
  [
    'the steps come before all else',
    inBody((text) => `\n${section(text, 'Steps')}${without(section(text, 'Steps'))(text)}`),
  ],
  ['the steps come after all else', (text) => `${without(section(text, 'Steps'))(text)}\n${section(text, 'Steps')}`],
  ['the last line comes first', inBody((text) => `\n${lastLine(text)}\n${text.replace(`${lastLine(text)}\n`, '')}`)],
  // reworded
  ['a step in other words', atStep(0, (line) => `${line}, and read what it says\n`)],
  ['every step in other words', (text) => text.replace(/^(\d+\.) (.*)$/gm, '$1 Please: $2')],
  ['a step as two', atStep(0, () => '1. Begin with what is there\n2. Go on with the rest\n')],
  ['a heading in other words', (text) => text.replace('## Steps', '## What to do')],
  ['all headings one level deeper', (text) => text.replace(/^## /gm, '### ')],
  ['the words before the examples', (text) => text.replace('Requests like', 'Whenever somebody says')],
  ['numbers with a bracket', (text) => text.replace(/^(\d+)\. /gm, '$1) ')],
  // translated
  ['a step in German', atStep(0, () => '1. Zuerst alles ansehen, was sich geändert hat\n')],
  [
    'the steps in Japanese',
    (text) =>
      steps(text).reduce(
        (rest, line, i) => rest.replace(line, `${i + 1}. 手順${'一二三四五六七八九十'[i % 10]}を実行する`),
        text,
      ),
  ],
  ['all headings in French', (text) => text.replace('## When to use', '## Quand').replace('## Steps', '## Étapes')],
  [
    'the whole text in German',
    inBody(() => '\n## Wann\nWenn jemand danach fragt.\n\n## Schritte\n1. Ansehen\n2. Ändern\n3. Prüfen\n'),
  ],
  [
    'the description in Spanish',
    (text) => text.replace(description, 'description: Arregla los errores cuando alguien lo pide.'),
  ],
  // bytes
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['CRLF and a line', (text) => `${text}One of mine.\n`.replaceAll('\n', '\r\n')],
  ['a byte order mark and a line', (text) => `\uFEFF${text}One of mine.\n`],
  ['no line end at the end', (text) => `${text}One of mine.`],
  ['blanks at the end of lines', atStep(0, (line) => `${line}  \n   and then some  \n`)],
  // sections
  ['a section at the end', (text) => `${text}\n## House rules\n- Never force-push.\n- Ask Anna.\n`],
  ['a section amid the others', before('## Steps', '## Before you begin\n- Close the door.\n')],
  [
    'a section of a name that later drafts have',
    (text) => before(lastLine(text), '## Pitfalls\n- It is slow on Mondays.\n')(text),
  ],
  ['a section below a heading of the third level', atStep(0, (line) => `${line}\n\n### An aside\nNot today.\n\n`)],
  // front matter
  ['keys of their own', inFront((front) => front.replace('name:', 'license: MIT\nname:'))],
  ['a comment in the front matter', inFront((front) => front.replace('name:', '# ours\nname:'))],
  [
    'a description of several lines',
    (text) => text.replace(description, 'description: >-\n  Mine, over\n  two lines.'),
  ],
  ['metadata of their own', inFront((front) => front.replace('metadata:\n', 'metadata:\n  owner: anna\n'))],
]

/** What a draft ends with. */
function lastLine(text: string): string {
  const line = text.split('\n').find((one) => LAST_LINES.some((last) => one.startsWith(last)))
  if (line === undefined) throw new Error('the draft has no last line')
  return line
}

function swapped(text: string, one: string, other: string): string {
  return text.replace(`${one}\n${other}\n`, () => `${other}\n${one}\n`)
}
