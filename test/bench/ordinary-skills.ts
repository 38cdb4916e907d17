import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import { devQueries, keywordQueries, seeded, skillBank, skillsBench } from './routing-data.ts'

/** Requests with their right skills, on a library whose skills have no triggers. */
export interface RequestSet {
  readonly name: string
  /** The bank that its skills are of. */
  readonly bank: 'skillsbench' | 'skillbank'
  readonly skills: readonly SkillText[]
  readonly requests: readonly { readonly query: string; readonly gold: readonly string[] }[]
}

/**
 * Ordinary Agent Skills (name, description, body) of two banks. What a person would ask is given for the keywords and
 * the triggers. The other requests are taken out of the skills themselves, which then lack them: the sentence of the
 * description that says when to use the skill, and one section of the body, drawn with a fixed seed.
 */
export function requestSets(): readonly RequestSet[] {
  const bench = skillsBench()
  return [
    { name: 'keywords', bank: 'skillsbench', skills: bench, requests: keywordQueries() },
    { name: 'use when', bank: 'skillsbench', ...takenOut(bench, withoutWhen) },
    { name: 'section', bank: 'skillsbench', ...takenOut(bench, withoutSection(seeded(7))) },
    ...['en', 'zh'].map((lang) => ({ name: `triggers ${lang}`, bank: 'skillbank' as const, ...triggers(lang) })),
  ]
}

function triggers(lang: string): Pick<RequestSet, 'skills' | 'requests'> {
  const { tune, report } = devQueries()
  const skills = skillBank().map(({ triggers: _, ...skill }) => skill)
  const requests = [...tune, ...report].filter((query) => query.lang === lang)
  return { skills, requests: requests.map(({ query, gold }) => ({ query, gold: [gold] })) }
}

type Taken = { readonly query: string; readonly rest: SkillText } | undefined

function takenOut(
  from: readonly SkillText[],
  take: (skill: SkillText) => Taken,
): Pick<RequestSet, 'skills' | 'requests'> {
  const taken = from.map((skill) => ({ skill, taken: take(skill) }))
  return {
    skills: taken.map(({ skill, taken }) => taken?.rest ?? skill),
    requests: taken.flatMap(({ skill, taken }) =>
      taken === undefined ? [] : [{ query: taken.query, gold: [skill.id] }],
    ),
  }
}

const WHEN =
  /(?:^|[.;]\s+)(?:Use (?:this skill )?(?:when|for|to)|This skill should be used when|Apply when|When)\b([^.]*(?:\.(?=\S)[^.]*)*)\.?/

function withoutWhen(skill: SkillText): Taken {
  const [sentence = '', said = ''] = WHEN.exec(skill.description) ?? []
  const query = said.trim()
  if (query.length < 20 || skill.description.length - sentence.length < 30) return undefined
  return { query, rest: { ...skill, description: skill.description.replace(sentence, '.') } }
}

const FEWEST_WORDS = 25
const MOST_WORDS = 60

const withoutSection = (random: () => number) => (skill: SkillText) => {
  const sections = (skill.body ?? '').split(/^(?=#{1,4} )/m)
  const prose = sections.map((section) => section.replace(/```[\s\S]*?```/g, '').split(/\s+/))
  const long = prose.flatMap((words, at) => (at > 0 && words.length >= FEWEST_WORDS ? [at] : []))
  const drawn = long[Math.floor(random() * long.length)]
  if (drawn === undefined || long.length < 2) return undefined
  const body = sections.filter((_, at) => at !== drawn).join('')
  return { query: prose[drawn]!.slice(0, MOST_WORDS).join(' '), rest: { ...skill, body } }
}
