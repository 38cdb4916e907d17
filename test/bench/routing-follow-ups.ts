// Does a request that goes on with an earlier one ("and now for the other file") find the skill of its session, and is
// chatter offered no more than without the session? Every session is a dev query and one message after it.
import { SkillIndex } from '../../src/app/skill-index.ts'
import { inContext, isFollowUp } from '../../src/domain/routing/follow-up.ts'
import { chatter, type DevQuery, devQueries, needData, seeded, skillBank, withoutQueries } from './routing-data.ts'

/** Messages that go on; `…` is a word of a query for another skill, drawn with a fixed seed, so that it leads astray. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...['and now for the other file', 'do the same with the second one', 'another one please', 'next one'],
    ...[
      'can you repeat this for the remaining parts',
      'same again for the rest',
      'also for production',
      'one more please',
    ],
    ...['now in a shorter version', 'the others too', 'and the same in German', 'what about the third one?'],
    ...['yes, the same for …', 'and now for …', 'could you do that for … as well?', 'now the … one', 'likewise for …'],
    ...['what about …?', 'then with … instead', 'apply it to … too'],
  ],
  zh: [
    '再来一个',
    '换一个',
    '下一个文件也一样',
    '同样处理第二个',
    '另外一个呢',
    '其他的也这样做',
    '…也一样',
    '现在换成…',
    '同样用于…',
  ],
  ru: ['теперь для другого файла', 'то же самое для второго', 'ещё один', 'и следующий', 'то же для …', 'а теперь с …'],
}
/** Acknowledgements, which every session is full of. */
const SHORT = [
  'thanks',
  'ok',
  'continue',
  'yes',
  'go on',
  'looks good',
  'perfect, thank you',
  'no',
  'stop',
  'try again',
  '好的',
  '谢谢',
  '继续',
]
const SHARE_ANSWERED = 0.9

needData()
const { tune, report } = devQueries()
const { skills } = withoutQueries(skillBank(), [...tune, ...report])
const index = new SkillIndex()
for (const skill of skills) index.add(skill)
index.fit()

const relevance = (text: string): number => index.search(text, 1)[0]?.relevance ?? 0
const answered = report.map(({ query }) => relevance(query)).sort((a, b) => a - b)
const threshold = answered[Math.floor(answered.length * (1 - SHARE_ANSWERED))]!

console.log(
  `${report.length} sessions; offered: at the relevance that answers ${SHARE_ANSWERED * 100} % of the queries`,
)
console.log('                                   first hit / in five      offered / of them right')
for (const [name, queries] of [
  ['dev queries themselves', undefined],
  ['follow-ups', report],
  ['follow-ups, the tuned half', tune],
] as const) {
  const random = seeded(17)
  const sessions = (queries ?? report).map((query) => ({
    query,
    text: queries ? followUp(query, random) : query.query,
  }))
  row(
    `${name}, alone`,
    sessions.map(({ query, text }) => ({ query, hits: index.search(text, 5) })),
  )
  row(
    `${name}, in the session`,
    sessions.map(({ query, text }) => ({ query, hits: inSession(query.query, text) })),
  )
  if (queries !== undefined)
    console.log(
      `  taken for follow-ups: ${ratio(sessions.filter(({ text }) => isFollowUp(text)).length, sessions.length)}`,
    )
}

const { everyday, short } = chatter()
for (const [name, texts] of [
  ['everyday phrases', everyday],
  ['short turns', short],
  ['acknowledgements', SHORT],
] as const) {
  const random = seeded(23)
  const sessions = texts.map((text) => ({ text, before: report[Math.floor(random() * report.length)]!.query }))
  const alone = sessions.filter(({ text }) => relevance(text) >= threshold).length
  const within = sessions.filter(({ before, text }) => (inSession(before, text)[0]?.relevance ?? 0) >= threshold).length
  console.log(
    `${name.padEnd(20)} offered alone ${ratio(alone, texts.length)}, in the session ${ratio(within, texts.length)} (${alone} and ${within} of ${texts.length})`,
  )
}

/** As the router searches. */
function inSession(before: string, text: string): ReturnType<SkillIndex['search']> {
  const alone = index.search(text, 5)
  if (!isFollowUp(text)) return alone
  const together = index.search(inContext(text, [before]), 5)
  return (together[0]?.relevance ?? 0) > (alone[0]?.relevance ?? 0) ? together : alone
}

function followUp({ lang, gold }: DevQuery, random: () => number): string {
  const forms = FORMS[lang] ?? FORMS.en!
  const form = forms[Math.floor(random() * forms.length)]!
  const others = [...tune, ...report].filter((query) => query.lang === lang && query.gold !== gold)
  const other = others[Math.floor(random() * others.length)]!.query
  const words = [...new Intl.Segmenter(lang, { granularity: 'word' }).segment(other)].filter((part) => part.isWordLike)
  const longest = words.reduce((most, { segment }) => (segment.length > most.length ? segment : most), '')
  return form.replace('…', longest)
}

function row(name: string, asked: readonly { query: DevQuery; hits: ReturnType<SkillIndex['search']> }[]): void {
  const ranks = asked.map(({ query, hits }) => hits.findIndex(({ id }) => id === query.gold))
  const offered = asked.filter(({ hits }) => (hits[0]?.relevance ?? 0) >= threshold)
  const right = offered.filter(({ query, hits }) => hits[0]?.id === query.gold)
  const found = (most: number): string => ratio(ranks.filter((rank) => rank >= 0 && rank < most).length, asked.length)
  console.log(
    `${name.padEnd(42)} ${found(1)} / ${found(5)}    ${ratio(offered.length, asked.length)} / ${ratio(right.length, offered.length)}`,
  )
}

function ratio(part: number, whole: number): string {
  return (part / Math.max(1, whole)).toFixed(3)
}
