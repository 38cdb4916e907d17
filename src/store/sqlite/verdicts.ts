import type { Database } from 'better-sqlite3'
import type { FolderContent, VerdictRecord } from '../skill-records.ts'
import type { verdicts } from './schema.ts'
import { skillChangeLog } from './skill-changes.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

type Row = typeof verdicts.$inferSelect

/** Verdicts of the safety rules on content, and the rules version that scanned each skill. */
export function verdictTable(db: Database) {
  const of = db.prepare<[string], Row>(
    'SELECT digest, rules, severity, findings_json AS findingsJson, accepted FROM verdicts WHERE digest = ?',
  )
  const save = db.prepare<unknown[]>(
    'INSERT OR REPLACE INTO verdicts (digest, rules, severity, findings_json, accepted) VALUES (?,?,?,?,?)',
  )
  const clear = db
    .prepare<[string], [string, string]>(
      `SELECT skill_id, stamp FROM folder_contents JOIN verdicts ON digest = content WHERE rules = ? AND severity = 'clear'`,
    )
    .raw()
  const noteContents = db.prepare<[string]>(
    `INSERT OR REPLACE INTO folder_contents (skill_id, stamp, content)
     SELECT value ->> 'skillId', value ->> 'stamp', value ->> 'content' FROM json_each(?)`,
  )
  const checked = db.prepare<[string, string]>('UPDATE skills SET rules = ? WHERE id = ?')
  const noteChange = skillChangeLog(db)
  const note = db.transaction((skillId: string, rules: string): void => {
    checked.run(rules, skillId)
    noteChange(skillId)
  })
  const store = ({ digest, rules, severity, findings, accepted }: VerdictRecord): void => {
    save.run(digest, rules, severity, JSON.stringify(findings), Number(accepted))
  }
  return {
    verdict: (digest: string): VerdictRecord | undefined => {
      const row = of.get(digest)
      if (row === undefined) return undefined
      const { findingsJson, accepted, ...said } = row
      return { ...said, findings: JSON.parse(findingsJson) as VerdictRecord['findings'], accepted: accepted === 1 }
    },
    keepVerdict: store,
    saveVerdict: (verdict: VerdictRecord, { ifFree = false } = {}): void => {
      if (ifFree) unlessBusy(() => waitingAtMost(db, 0, () => store(verdict)))
      else store(verdict)
    },
    clearStamps: (rules: string): Map<string, string> => new Map(clear.all(rules)),
    /** A cache is not worth waiting for a lock. */
    noteContents(seen: readonly FolderContent[]): void {
      if (seen.length > 0) unlessBusy(() => waitingAtMost(db, 0, () => noteContents.run(JSON.stringify(seen))))
    },
    checked: (skillId: string, rules: string): void => {
      note.immediate(skillId, rules)
    },
  }
}
