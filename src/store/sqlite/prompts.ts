import type { Database } from 'better-sqlite3'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { seedSuccesses } from '../../domain/hydration.ts'
import { speaksFor, taskCount } from '../../domain/measurement.ts'
import { TEST_OPENED } from '../../domain/proof/split.ts'
import type { Sync } from '../asynchronous.ts'
import type { KeptSample, ProofStore } from '../ports/call-store.ts'
import type { PromptStore, SeedPair } from '../ports/version-store.ts'
import type { LedgerEntry, LedgerLine, PromptRow } from '../skill-records.ts'
import { notesOf } from './notes.ts'
import { evolvedPrompts, skills } from './schema.ts'
import { among, given, kept, statements } from './statements.ts'
import { type Changes, untilChanged } from './until-changed.ts'

type Prompts = Sync<PromptStore>

/**
 * Prompt rows by skill and scorer, and the seeds that the router reads from them: each prompt of a person asks for the same
 * few, which are kept until something but a decision is written.
 */
export function promptTable(db: Database, changes: Changes): Prompts {
  const { id, skillName, scorer: by, score, scoreMeasured, metadata, generation, createdAt } = evolvedPrompts
  const bestFirst = [desc(scoreMeasured), desc(score), desc(createdAt), sql`rowid DESC`] as const
  const ofScorer = eq(by, given('scorer'))
  const ofSkill = and(eq(skillName, given('name')), ofScorer)
  const { orm, row, value, insert } = statements(db)
  const save = insert(evolvedPrompts)
  const best = kept(() =>
    orm
      .select()
      .from(evolvedPrompts)
      .where(ofSkill)
      .orderBy(...bestFirst)
      .limit(given('limit'))
      .offset(given('offset'))
      .prepare(),
  )
  // Without the texts, of which there may be many.
  const scored = (where?: SQL) =>
    kept(() =>
      orm
        .select({ skillName, score, scoreMeasured, metadata })
        .from(evolvedPrompts)
        .where(where)
        .orderBy(skillName, ...bestFirst)
        .prepare(),
    )
  const bestOfAll = scored(ofScorer)
  const bestOf = scored(and(ofScorer, among(skillName, 'names')))
  // Not a count, since old rows of drafts are deleted.
  const last = value(generation, { where: ofSkill, by: [desc(generation)] })
  const byId = row(evolvedPrompts, { where: eq(id, given('id')) })
  const bodies = value(skills.body, { where: eq(skills.name, given('name')) })
  const bodyOf = (name: string) => bodies({ name })

  function bestForSkill(name: string, scorer: string, limit: number, text?: string): PromptRow[] {
    const found: PromptRow[] = []
    let body = text
    for (let offset = 0; found.length < limit; offset += limit) {
      const page = best().all({ name, scorer, limit, offset })
      for (const row of page) {
        if (speaksFor(row.metadata, () => (body ??= bodyOf(name))) && found.length < limit) found.push(row)
      }
      if (page.length < limit) break
    }
    return found
  }

  function bestScores(scorer: string, names?: readonly string[]) {
    const found = new Map<string, Score>()
    const stored =
      names === undefined ? bestOfAll().all({ scorer }) : bestOf().all({ scorer, names: JSON.stringify(names) })
    for (const { skillName: name, ...row } of stored)
      if (!found.has(name) && speaksFor(row.metadata, () => bodyOf(name))) found.set(name, row)
    return found
  }

  const known = untilChanged(db, () => new Map<string, SeedPair | undefined>(), changes)

  const add = db.transaction<Prompts['addPrompt']>((row) => {
    const there = byId({ id: row.id })
    if (there === undefined) save(row)
    return there
  })

  return {
    addPrompt: add.immediate,
    nextGeneration: (name, scorer) => (last({ name, scorer }) ?? -1) + 1,
    bestForSkill,
    bestScores,
    seedPairsFor(names, scorers) {
      const seeds = known()
      return scorers.map((scorer) => {
        const keyOf = (name: string) => `${scorer} ${name}`
        const missing = names.filter((name) => !seeds.has(keyOf(name)))
        const best = missing.length === 0 ? NO_SCORES : bestScores(scorer, missing)
        for (const name of missing) seeds.set(keyOf(name), seedOf(name, best.get(name)))
        return names.map((name) => seeds.get(keyOf(name))).filter((seed) => seed !== undefined)
      })
    },
  }
}

type Score = Pick<PromptRow, 'score' | 'scoreMeasured' | 'metadata'>

const NO_SCORES: ReadonlyMap<string, Score> = new Map()

function seedOf(name: string, best: Score | undefined): SeedPair | undefined {
  const [successes, tasks] = [seedSuccesses(best?.score ?? 0), taskCount(best?.metadata ?? null)]
  if (successes === 0) return undefined
  return tasks === undefined ? [name, successes] : [name, successes, tasks]
}

type ProofTable = Sync<ProofStore>

/** Tries of texts on tasks; `addLine` writes a line of the ledger. */
export function proofTable(
  db: Database,
  {
    addLine,
    lines,
  }: { readonly addLine: (line: LedgerEntry) => void; readonly lines: (skill: string) => readonly LedgerLine[] },
): ProofTable {
  const samples = notesOf<KeptSample>(db, 'sample')
  const keep = db.transaction((sample: KeptSample): void => {
    const { lineage, text, task, repeat } = sample
    const key = `${lineage} ${text} ${task} ${repeat}`
    if (samples.get(key) === undefined) samples.put(key, sample)
  })
  const open = db.transaction<ProofTable['openTest']>((lineage, line) => {
    const earlier = lines(line.skillName).find(({ move, reason }) => move === TEST_OPENED && reason.startsWith(lineage))
    if (earlier === undefined) addLine(line)
    return earlier
  })
  return {
    samples: (lineage) => samples.all(`${lineage} `).map(([, sample]) => sample),
    keepSample: keep.immediate,
    openTest: open.immediate,
  }
}
