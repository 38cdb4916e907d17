import { leaning, type Meaning, meaningTexts } from '../../domain/retrieval/meaning.ts'
import type { Toward } from '../../domain/retrieval/search.ts'
import { pack } from '../../domain/vectors/cosine.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Embedder } from './embedder.ts'

/** Embedding similarity of skills to requests, for the ranking of candidates. */
export interface SkillMeaning {
  /** Takes the skills that may be offered; those without vectors are embedded in the background. */
  keep(skills: readonly SkillRecord[]): void
  /** The similarity of a text to each skill; undefined if no vector is available within the budget. */
  toward(text: string): Promise<Toward | undefined>
}

/** The texts of a skill that are embedded. */
export const textsOf = (skill: SkillRecord): readonly string[] => {
  const { phrases, about } = meaningTexts(skill)
  return [...phrases, ...about]
}

/** Skills processed between two pauses. */
const PIECE = 25

export function createSkillMeaning(embedder: Embedder): SkillMeaning {
  /** Packed in one array for each skill, since there may be ten thousand. */
  const held = new Map<string, Held>()
  let last: readonly SkillRecord[] | undefined
  let waiting: readonly SkillRecord[] | undefined
  let loading: Promise<void> = Promise.resolve()
  let working = false

  /** One run at a time; skills that arrive during it wait for the next. */
  async function work(): Promise<void> {
    working = true
    while (waiting !== undefined) {
      const skills = waiting
      waiting = undefined
      loading = load(skills)
      await loading
      const missing = skills.filter(({ name }) => held.get(name)?.whole !== true)
      if (missing.length > 0 && (await embedder.prepare(missing.flatMap(textsOf))).embedded > 0) await load(missing)
    }
    working = false
  }

  /** Reads stored vectors, without asking the model. */
  async function load(skills: readonly SkillRecord[]): Promise<void> {
    const changed = skills.filter((skill) => held.get(skill.name)?.skill !== skill || !held.get(skill.name)?.whole)
    for (let at = 0; at < changed.length; at += PIECE) {
      const piece = changed.slice(at, at + PIECE)
      const known = await embedder.known(piece.flatMap(textsOf))
      for (const skill of piece) held.set(skill.name, meaningOf(skill, known))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const names = new Set(skills.map(({ name }) => name))
    if (skills === last) for (const name of held.keys()) if (!names.has(name)) held.delete(name)
  }

  return {
    keep(skills) {
      if (skills === last) return
      last = skills
      waiting = skills
      if (!working) void work()
    },
    async toward(text) {
      const [vector] = await Promise.all([embedder.vector(text), Promise.race([loading, patience(embedder.budgetMs)])])
      if (vector === undefined) return undefined
      return (name) => {
        const found = held.get(name)
        return found === undefined ? 0 : leaning(vector, found.meaning)
      }
    },
  }
}

interface Held {
  readonly skill: SkillRecord
  readonly meaning: Meaning<Uint8Array>
  /** Whether each of its texts has a vector. */
  readonly whole: boolean
}

function meaningOf(skill: SkillRecord, known: ReadonlyMap<string, Float32Array>): Held {
  const { phrases, about } = meaningTexts(skill)
  const of = (texts: readonly string[]): Uint8Array[] =>
    texts.flatMap((text) => {
      const vector = known.get(text)
      return vector === undefined ? [] : [pack(vector)]
    })
  const meaning = { phrases: of(phrases), about: of(about) }
  const wanted = [...phrases, ...about].filter((text) => text.trim() !== '').length
  return { skill, meaning, whole: meaning.phrases.length + meaning.about.length >= wanted }
}

/** Resolves after some milliseconds; the timer does not keep the process alive. */
const patience = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
