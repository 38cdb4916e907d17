import { CHATTER } from './chatter.ts'
import { softmax } from './choice.ts'
import { FEATURES, type Feature } from './features.ts'
import type { Query } from './query.ts'

/** Features of the best candidate that tell whether it is the right one; those of the skill alone do not. */
const OF_BEST: readonly Feature[] = FEATURES.filter(
  (feature) => !['relative', 'descriptionLength', 'bodyLength', 'phraseCount', 'nameWeight'].includes(feature),
)
const column = (feature: Feature): number => FEATURES.indexOf(feature)
const COLUMNS = OF_BEST.map(column)
/** Features in which another candidate may beat the best one. */
const RIVALRY = (['anywhere', 'dice', 'gramDice', 'gramScore', 'score'] as const).map(column)

/** Features of whether the best candidate answers a request at all; `values` are the candidates' scores. */
export function bestCandidateFeatures(
  skills: number,
  query: Query,
  rows: readonly Float64Array[],
  values: readonly number[],
): Float64Array {
  const sorted = [...values].sort((a, b) => b - a)
  const most = sorted[0]!
  const best = rows[values.indexOf(most)]!
  const behind = sorted.slice(1, 5)
  const total = query.words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const share = (of: (word: Query['words'][number]) => boolean): number =>
    query.words.reduce((sum, word) => sum + (of(word) ? word.weight : 0), 0) / total
  return Float64Array.of(
    Math.log1p(skills),
    // how good, how far ahead of the second and of the next four, and its share of all
    most / 5,
    Math.min(5, most - (sorted[1] ?? -Infinity)),
    Math.min(8, behind.length === 0 ? 8 : most - behind.reduce((a, b) => a + b, 0) / behind.length),
    softmax(values)[values.indexOf(most)]!,
    // how much the request says, and how much of that no skill has or everybody says
    Math.log1p(total),
    Math.log1p(query.words.length),
    Math.log1p(query.words.filter((word) => !word.common).length),
    share(({ term }) => term < 0),
    share(({ common }) => common),
    // whether it speaks as the skills do, or as people do who want none of them
    share(({ common, chatter }) => !common && chatter > 0),
    leaning(query.words),
    // what is matched in absolute terms: rare words count, many common ones do not
    Math.log1p(best[column('score')]! * total),
    Math.log1p(best[column('anywhere')]! * total),
    ...RIVALRY.map((at) => rows.reduce((a, row) => Math.max(a, row[at]!), 0) - best[at]!),
    ...COLUMNS.map((at) => best[at]!),
  )
}

/** Mean log-odds that a distinctive word comes from a skill rather than from everyday chatter. */
function leaning(words: Query['words']): number {
  const telling = words.filter(({ common }) => !common)
  const odds = ({ rate, chatter }: Query['words'][number]): number =>
    Math.log((rate + UNSEEN) / (chatter / CHATTER.length + UNSEEN))
  return telling.reduce((sum, word) => sum + odds(word), 0) / Math.max(1, telling.length)
}

/** Assumed share of a word that was never seen; measured. */
const UNSEEN = 0.003
