import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { contentDigest, digestFiles } from '../../../src/domain/digest.ts'
import { formatManifest } from '../../../src/domain/draft/manifest.ts'
import { RULES_VERSION } from '../../../src/domain/safety/rules-version.ts'
import { stampOf } from '../../../src/store/read-skill-folder.ts'
import type { SkillRecord } from '../../../src/store/skill-records.ts'
import { searchIndex } from '../../../src/store/sqlite/search-index.ts'
import { skillFinding } from '../../../src/store/sqlite/skill-finding.ts'
import { skillTable } from '../../../src/store/sqlite/skills.ts'
import { deferred } from '../../../src/store/sqlite/statements.ts'
import { verdictTable } from '../../../src/store/sqlite/verdicts.ts'
import type { Words } from './words.ts'

/** A skill as the log speaks of it. */
export interface Made {
  readonly name: string
  readonly signature: string
}

const DAY_MS = 86_400_000

/**
 * Makes drafted skills: folder, row, two versions (every tenth skill: thirty), ledger, verdict. Every fiftieth has a twin that
 * says nearly the same. Three in four were promoted. `turnIds` are the turns that they came from.
 */
export async function makeLibrary(
  db: Database,
  root: string,
  {
    words,
    count,
    now,
    turnId,
  }: { readonly words: Words; readonly count: number; readonly now: number; readonly turnId: (n: number) => string },
): Promise<readonly Made[]> {
  const tables = deferred(() => db)
  const skills = skillTable(tables, {
    finishTrigger: () => {},
    forgetArm: () => {},
    returnTurns: () => {},
    saveVerdict: () => {},
    finding: skillFinding(tables, searchIndex(tables)),
  })
  const verdicts = verdictTable(tables)
  const prompt = db.prepare(
    `INSERT INTO evolved_prompts (id, skill_name, prompt_body, score, score_measured, scorer, generation, created_at)
     VALUES (?,?,?,0.7,0,'auto_drafter',1,?)`,
  )
  const made: Made[] = []
  let before: ReturnType<typeof textOf> | undefined
  for (let n = 0; n < count; n++) {
    const twin = n % 50 === 49 && before !== undefined
    const text = twin ? { ...before!, signature: `${before!.signature}-again` } : textOf(words, n)
    before = text
    const name = `auto-${text.signature}`
    const path = join(root, name)
    const id = uuid(n, 1)
    const createdAt = now - (count - n) * (DAY_MS / 20)
    const versions = n % 10 === 9 ? 30 : 2
    mkdirSync(path, { recursive: true, mode: 0o700 })
    let files = new Map<string, string>()
    let parentId: string | null = null
    const evidence = [0, 1, 2].map((k) => turnId(n * 3 + k))
    let row: SkillRecord | undefined
    for (let v = 0; v < versions; v++) {
      const version = `0.1.${v}`
      const manifest = formatManifest({
        name,
        signature: text.signature,
        draftedAt: new Date(createdAt),
        evidenceCount: 3 + v,
        needsReview: v === 0,
        score: 0.7,
        id,
        version,
        evidence,
        capabilities: [],
      })
      const steps = [
        ...text.steps,
        ...Array.from({ length: v % 4 }, (_, k) => `${k + 6}. Run \`npm run ${text.signature}-${v}-${k}\`.`),
      ]
      const body = `# ${text.title}\n\n${steps.join('\n')}\n\n## Example requests\n\n${text.triggers.map((one) => `- ${one}`).join('\n')}\n`
      files = new Map([
        ['manifest.json', manifest],
        ['references/evidence.md', `# Evidence\n\n${text.evidence}\n`],
        ['SKILL.md', `---\nname: ${name}\ndescription: ${text.description}\n---\n${body}`],
      ])
      const digest = digestFiles(files)
      const versionId = uuid(n, 100 + v)
      const skill: SkillRecord = {
        id,
        name,
        origin: 'auto',
        status: v === 0 || n % 4 === 3 ? 'staged' : 'active',
        signature: text.signature,
        description: text.description,
        triggers: text.triggers,
        body,
        path,
        needsReview: v === 0 || n % 4 === 3,
        evidenceCount: 3 + v,
        headVersion: version,
        digest: row?.digest ?? null,
        stamp: row?.stamp ?? null,
        rules: RULES_VERSION,
        altered: false,
        createdAt,
      }
      const move = v === 0 ? 'draft' : 'accept'
      skills.apply({
        skill,
        expect: row ?? 'absent',
        version: {
          id: versionId,
          skillId: id,
          version,
          parentId,
          author: 'auto',
          reason: move,
          state: 'accepted',
          digest,
          evidence,
          triggerId: null,
          createdAt: createdAt + v,
          baseId: null,
          files,
        },
        ledger: {
          at: createdAt + v,
          skillName: name,
          skillId: id,
          move,
          actor: v === 0 ? 'auto' : 'person',
          fromStatus: row?.status ?? null,
          toStatus: skill.status,
          versionId,
          reason: `${move} from three turns`,
        },
      })
      row = skill
      parentId = versionId
    }
    mkdirSync(join(path, 'references'), { recursive: true, mode: 0o700 })
    for (const [file, bytes] of files) writeFileSync(join(path, file), bytes, { mode: 0o600 })
    skills.placed(id, { path, digest: digestFiles(files), stamp: (await stampOf(path)) ?? '' })
    verdicts.keepVerdict({
      digest: contentDigest(files),
      rules: RULES_VERSION,
      severity: 'clear',
      findings: [],
      accepted: false,
    })
    prompt.run(uuid(n, 2), name, row?.body, Math.floor(createdAt / 1000))
    made.push({ name, signature: text.signature })
  }
  return made
}

function textOf(words: Words, n: number) {
  const [a, b, c] = [words.name(), words.name(), words.name()]
  const signature = [`${a}${n.toString(36)}`, b, c].sort().join('-')
  const triggers = [0, 1, 2].map(() => `please ${a} the ${b} ${c} ${words.sentence(5)}`)
  const steps = Array.from(
    { length: 5 },
    (_, k) =>
      `${k + 1}. Run \`${STEPS[(n + k) % STEPS.length]} ${words.name()}/${words.name()}\` and ${words.sentence(8)}.`,
  )
  const description = `${words.sentence(10)} ${a} ${b} ${c}. Use when a request mentions ${triggers[0]}`
  return { signature, triggers, steps, description, title: `${a} ${b} ${c}`, evidence: words.sentence(60) }
}

const STEPS = ['git diff', 'npm run', 'rg -n', 'python3 -m', 'cargo test -p', 'go vet', 'kubectl get', 'make']

/** A UUID of two numbers. */
export const uuid = (n: number, kind: number): string =>
  `${n.toString(16).padStart(8, '0')}-${kind.toString(16).padStart(4, '0')}-4000-8000-000000000000`
