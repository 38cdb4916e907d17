import { describe, expect, test } from 'vitest'
import { redactText } from '../../src/domain/redact.ts'
import { scanText } from '../../src/domain/safety.ts'
import { DISGUISED, HOSTILE } from './hostile-texts.ts'

/** Starts of what the patterns look for, repeated without ever ending: where a backtracking pattern would stand still. */
const UNITS = [
  'a',
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

describe('time grows with the length of a text and not with its square', () => {
  const runs = { redactText, scanText: (text: string) => scanText(text, { file: 'SKILL.md' }) }
  for (const [name, run] of Object.entries(runs))
    test(`${name}: four times the text takes well under sixteen times the work`, () => {
      for (const unit of UNITS) {
        const text = (length: number) => unit.repeat(Math.ceil(length / unit.length))
        // A square law gives 16; the floor keeps the noise of short runs out of the quotient, a second try that of one.
        const growth = () =>
          cost(() => run(text(TIMES * SMALL))) /
          Math.max(
            cost(() => run(text(SMALL))),
            4,
          )
        let least = growth()
        for (let again = 0; least >= 10 && again < 2; again++) least = Math.min(least, growth())
        expect(least, JSON.stringify(unit.slice(0, 40))).toBeLessThan(10)
      }
    })
})
