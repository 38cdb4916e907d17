import type { Database } from 'better-sqlite3'
import type { Made } from './library.ts'
import type { Words } from './words.ts'

/** One turn in this many set nothing off: most requests are asked once. */
const MINUTE_MS = 60_000
const PROJECTS = 40

/** Makes the rows of so many turns and of a decision each, one a minute until `now`, as a person's years leave them. */
export function makeLog(
  db: Database,
  {
    words,
    turns,
    now,
    skills,
    turnId,
  }: {
    readonly words: Words
    readonly turns: number
    readonly now: number
    readonly skills: readonly Made[]
    readonly turnId: (n: number) => string
  },
): void {
  const turn = db.prepare(
    `INSERT INTO turns (id, engine, session_id, prompt_id, project_dir, signature, outcome, user_input, summary, decision_id, turn_count, stop_reason, tool_calls_json, at, why_json)
     VALUES (?,'claude-code',?,?,?,?,?,?,'4 turns',?,4,'end_turn',?,?,?)`,
  )
  const decision = db.prepare(
    `INSERT INTO decisions (id, at, task, engine, session_id, prompt_id, project_dir, pick, reason, propensity, candidates_json,
       outcome, loaded, settled_at, number, kind, version, first, holdout, weighed_json, settled)
     VALUES (?,?,?,'claude-code',?,?,?,?,?,?,?,?,?,?,?,?,?,?,0.05,?,?)`,
  )
  const offered = new Map<string, { offered: number; successes: number; failures: number; at: number }>()
  for (let n = 0; n < turns; n++) {
    const at = now - (turns - n) * MINUTE_MS
    const skill = skills.length === 0 || n % 3 !== 0 ? undefined : skills[words.below(skills.length)]
    const kind = skill?.signature ?? [words.name(), words.name(), words.said()].sort().join('-')
    const request = `please ${kind.replaceAll('-', ' ')} ${words.sentence(10)}`
    const ok = words.random() < 0.7
    const outcome = ok ? 'success' : 'failure'
    const [session, prompt, project] = [
      `session-${Math.floor(n / 12)}`,
      `prompt-${n}`,
      `/home/person/project-${Math.floor(n / 12) % PROJECTS}`,
    ]
    const calls = Array.from({ length: 4 }, (_, k) => ({
      name: 'Bash',
      input: { command: `${COMMANDS[(n + k) % COMMANDS.length]} ${words.name()}/${words.name()}` },
      ok: true,
      messageId: `m${n}-${k}`,
    }))
    turn.run(turnId(n), session, prompt, project, kind, outcome, request, `d-${n}`, JSON.stringify(calls), at, null)
    const held = words.random() < 0.05
    const pick = skill === undefined || held ? null : skill.name
    const weighed =
      skill === undefined
        ? []
        : [
            {
              skill: skill.name,
              relevance: 0.95,
              quality: 0.7,
              draw: 0.8,
              propensity: 0.95,
              seeds: { successes: 4, failures: 0 },
            },
          ]
    decision.run(
      `d-${n}`,
      at,
      request,
      session,
      prompt,
      project,
      pick,
      skill === undefined ? 'below_threshold' : held ? 'held_out' : 'picked',
      pick === null ? 0.05 : 0.95,
      JSON.stringify([]),
      outcome,
      pick === null ? null : 1,
      at,
      n + 1,
      kind,
      pick === null ? null : '0.1.1',
      skill?.name ?? null,
      JSON.stringify(weighed),
      n + 1,
    )
    if (pick !== null) {
      const sum = offered.get(pick) ?? { offered: 0, successes: 0, failures: 0, at }
      offered.set(pick, {
        offered: sum.offered + 1,
        successes: sum.successes + Number(ok),
        failures: sum.failures + Number(!ok),
        at,
      })
    }
  }
  const arm = db.prepare(
    'INSERT INTO arms (name, successes, failures, offered, loaded, last_used_at) VALUES (?,?,?,?,?,?)',
  )
  const use = db.prepare(
    'INSERT INTO version_uses (skill, version, offered, loaded, successes, failures) VALUES (?,?,?,?,?,?)',
  )
  for (const [name, sum] of offered) {
    arm.run(name, sum.successes, sum.failures, sum.offered, sum.offered, sum.at)
    use.run(name, '0.1.1', sum.offered, sum.offered, sum.successes, sum.failures)
  }
  db.prepare('UPDATE world SET decisions = ?, outcomes = ?, turn_rows = ?, decision_rows = ?').run(
    turns,
    turns,
    turns,
    turns,
  )
  const source = db.prepare("INSERT INTO sources (path, engine, resume_json, read_at) VALUES (?,'claude-code','{}',?)")
  for (let n = 0; n < turns / 12; n++) source.run(`/home/person/.claude/projects/p/session-${n}.jsonl`, now)
  const bucket = db.prepare(
    'INSERT OR IGNORE INTO buckets (scope, signature, turn_ids_json, streak, updated_at) VALUES (?,?,?,1,?)',
  )
  for (let n = Math.max(0, turns - 10_000); n < turns; n++)
    bucket.run('', `open-${n}`, JSON.stringify([turnId(n)]), now)
}

const COMMANDS = ['git diff', 'npm run', 'rg -n', 'python3 -m', 'cargo test -p', 'go vet', 'kubectl get', 'cat']
