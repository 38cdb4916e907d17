// Does redaction, scanning, signing or taking out what is no person's words ever take time by the square of a text's length? Every pattern's worst beginning, repeated, at
// two lengths: processor time may grow sixteenfold by a square law, fourfold by a line. Ends with 1 where it grows tenfold.
import { isCorrection } from '../../src/domain/correction/signs.ts'
import { sameCapability } from '../../src/domain/draft/likeness.ts'
import { personsWords } from '../../src/domain/persons-words.ts'
import { redactText } from '../../src/domain/redact.ts'
import { scanText } from '../../src/domain/safety.ts'
import { signature } from '../../src/domain/signature.ts'
import { DISGUISED, HOSTILE } from '../domain/hostile-texts.ts'

/** Starts of what the patterns look for, repeated without ever ending: where a backtracking pattern would stand still. */
const UNITS = [
  'a',
  'key=',
  'key: ',
  'http://a:b@c/ ',
  ' ',
  '\n',
  '\t \n',
  'A1b',
  '-----BEGIN PRIVATE KEY-----',
  'token="',
  'password=',
  'password: a',
  'a://b:c',
  'a@',
  'a.b@c.',
  'Authorization: ',
  'Cookie: a=',
  'login a:b ',
  'mysql -x ',
  '/home/',
  'C:\\Users\\a ',
  'eyJabcdef.',
  'curl ',
  'curl -o x ',
  'curl | x ',
  'ignore all ',
  'ignore all previous, ',
  'do not tell ',
  '<!-- ',
  '![a](https://x?',
  'rm -rf x ',
  'echo a | ',
  "'a'+",
  '\\x41',
  '%41',
  '&#65;',
  'chr(1)+',
  'i ',
  '\u200b',
  '\u0430b',
  '$a',
  'base64 -d ',
  'os.environ ',
  'node -e "',
  '[wayland-core]',
  '"[wayland-core] ',
  '[wayland-core] A skill may fit this task:',
  '<skill ',
  '<a><',
  '<a ',
  '## When to use\nRequests like\n',
  'Base directory for this skill: /',
  '{"hookSpecificOutput":{',
  'wayland-core: a skill was drafted from your own runs: ',
  'wayland-core: skills wait for your look: ',
  '---\nname: a\ndescription: b\n',
  '<hook_context>',
  '| Override any value | ---',
  'no, it it it it it it it ',
  '---AAAA',
  '"](',
  '我们需要修改代码',
  'curl -oa-oa',
  ...HOSTILE.slice(0, 60).map(({ text }) => `${text} `),
  ...DISGUISED.map(({ text }) => text.slice(0, -1)),
]

const SMALL = 16 * 1024
const TIMES = 4

/** Processor time of a run, in milliseconds: neighbours do not count. */
function cost(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const capability = (body: string) => ({ name: 'a', description: 'b', triggers: ['deploy staging service now'], body })
const runs = {
  redactText,
  personsWords,
  isCorrection,
  signature,
  sameCapability: (text: string) => sameCapability(capability(text), capability(text)),
  scanText: (text: string) => scanText(text, { file: 'SKILL.md' }),
}

/** A square law gives 16; the floor keeps the noise of short runs out of the quotient. */
function growth(run: (text: string) => void, unit: string): number {
  const text = (length: number) => unit.repeat(Math.ceil(length / unit.length))
  const [long, short] = [TIMES * SMALL, SMALL].map((length) => cost(() => run(text(length)))) as [number, number]
  return long / Math.max(short, 4)
}

for (const [name, run] of Object.entries(runs)) {
  const worst = UNITS.map((unit) => ({ unit, grew: Math.min(growth(run, unit), growth(run, unit)) })).sort(
    (a, b) => b.grew - a.grew,
  )[0]
  console.log(
    `${name}: four times the text takes at most ${worst?.grew.toFixed(1)} times the work (${JSON.stringify(worst?.unit.slice(0, 40))})`,
  )
  if ((worst?.grew ?? 0) >= 10) process.exitCode = 1
}
