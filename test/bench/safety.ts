// What share of malicious skills does the scanner stop, by family: as they are, and when what gives them away is rewritten?
// How many honest texts does it stop? Beside a line-based list of patterns.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inWords } from '../../src/domain/capabilities/gravest.ts'
import { capabilitiesOf } from '../../src/domain/capabilities/look.ts'
import { readWays } from '../domain/safety/ways.ts'
import { benchData, grouped } from './bench-data.ts'
import { harmless, stoppedOf } from './safety/harmless.ts'
import { recallWhenRewritten } from './safety/rewritten.ts'
import { isStopped, PAYLOAD_ELSEWHERE, readSamples, type Sample, severityOf } from './safety/samples.ts'
import { speedOf } from './safety/speed.ts'

const folder = benchData('bench:safety', 'data/skill_safety')
const samples = readSamples(folder)

/** The usual guard: some patterns, tried on each line as it stands. */
const LINE_PATTERNS = [
  /ignore (?:all )?(?:previous|prior) instructions/i,
  /(?:curl|wget)[^|]*\|\s*(?:ba)?sh/i,
  /rm -rf [/~]/,
  /base64 (?:-d|--decode)[^|]*\|/,
  /\beval\(/,
  /\/dev\/tcp\//,
  /~\/\.ssh\/id_/,
  /crontab -/,
  /[\u200b-\u200f\u202a-\u202e]/,
]
const isStoppedByLines = ({ text }: Pick<Sample, 'text'>) =>
  text.split('\n').some((line) => LINE_PATTERNS.some((pattern) => pattern.test(line)))

const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3))
const whole = samples.filter(({ id }) => !PAYLOAD_ELSEWHERE.has(id))
const byFamily = [
  ...grouped(whole, ({ label, family }) => `${label}: ${family}`),
  ...grouped(whole, ({ label }) => `all ${label}`),
  ['payload elsewhere', samples.filter(({ id }) => PAYLOAD_ELSEWHERE.has(id))] as const,
]
console.table(
  Object.fromEntries(
    byFamily.map(([name, members]) => {
      const count = (severity: string) => members.filter(({ text }) => severityOf(text) === severity).length
      const [block, warn] = [count('block'), count('warn')]
      const rival = members.filter(isStoppedByLines).length
      const stopped = share(block + warn, members.length)
      return [
        name,
        {
          skills: members.length,
          block,
          warn,
          note: count('note'),
          stopped,
          'line patterns': share(rival, members.length),
        },
      ]
    }),
  ),
)
console.log('Not in the totals, since their SKILL.md holds no payload:', [...PAYLOAD_ELSEWHERE].join(', '))

console.log('\nMalicious samples that are stopped, also without their gravest line, and without all lines of one rule:')
console.table(
  Object.fromEntries(
    Object.entries(recallWhenRewritten(whole.filter(({ label }) => label === 'malicious'))).map(([family, recall]) => [
      family,
      {
        samples: recall.samples,
        'as they are': share(recall.asTheyAre, recall.samples),
        'without the gravest line': share(recall.withoutLoudest, recall.samples),
        'without the commonest rule': share(recall.withoutTrigger, recall.samples),
        rule: recall.trigger,
      },
    ]),
  ),
)

console.log('\nWays to do harm of test/fixtures/ways, and their honest twins:')
console.table(
  Object.fromEntries(
    [...grouped(readWays(), ({ family }) => family)].map(([family, ways]) => [
      family,
      {
        attacks: ways.length,
        stopped: ways.filter(({ attack }) => isStopped(attack)).length,
        'twins stopped': ways.filter(({ twin }) => isStopped(twin)).length,
      },
    ]),
  ),
)

console.log('\nWhat skills written to pass, and honest ones that look suspicious, can do by their files:')
const written = JSON.parse(readFileSync(join(dirname(folder), 'skill_safety_2', 'skills.json'), 'utf8')) as Readonly<
  Record<'malicious' | 'harmless', Readonly<Record<string, Readonly<Record<string, string>>>>>
>
for (const side of ['malicious', 'harmless'] as const) {
  const seen = Object.entries(written[side]).map(
    ([name, files]) => [name, inWords(capabilitiesOf(new Map(Object.entries(files))))] as const,
  )
  for (const [name, can] of seen) console.log(`${side} ${name}: ${can === '' ? 'nothing' : can}`)
  console.log(`${side}: ${seen.filter(([, can]) => can !== '').length} of ${seen.length} can do something`)
}

console.log('\nHarmless texts that are stopped:')
const lists = harmless(
  dirname(dirname(folder)),
  whole.filter(({ label }) => label === 'benign'),
).map((list) => ({ ...list, stopped: stoppedOf(list) }))
console.table(
  Object.fromEntries(
    lists.map(({ name, texts, stopped }) => {
      const rate = (severity: string) => share(stopped.filter((one) => one.severity === severity).length, texts.length)
      return [name, { texts: texts.length, blocked: rate('block'), warned: rate('warn') }]
    }),
  ),
)
for (const { name, stopped } of lists) for (const { line } of stopped) console.log(`${name}: ${line}`)

console.log('\nProcessor time of a scan of ordinary texts, beside the line patterns on the same texts:')
console.table(
  Object.fromEntries(
    lists.map(({ name, texts }) => [
      name,
      speedOf(
        texts.map(({ text }) => text),
        (text) => isStoppedByLines({ text }),
      ),
    ]),
  ),
)
