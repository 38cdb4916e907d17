import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { SkillStore } from '../ports/skill-store.ts'
import type { VerdictStore } from '../ports/version-store.ts'
import type { FolderContent, VerdictRecord } from '../skill-records.ts'
import { notesOf } from './notes.ts'
import { skills, verdicts } from './schema.ts'
import { skillChangeLog } from './skill-rows.ts'
import { given, statements } from './statements.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

interface Verdicts extends Sync<VerdictStore & Pick<SkillStore, 'checked'>> {
  /** For a caller inside a transaction. */
  keepVerdict(verdict: VerdictRecord): void
}

/** Verdicts of the safety rules on content, and the rules version that scanned each skill. */
export function verdictTable(db: Database): Verdicts {
  const { row, insert, update, remove } = statements(db)
  const isOf = eq(verdicts.digest, given('digest'))
  const of = row(verdicts, { where: isOf })
  // A new row each time, since the oldest are deleted first.
  const save = insert(verdicts)
  const drop = remove(verdicts, isOf)
  const clear = db
    .prepare<[string], [skillId: string, stamp: string]>(
      `SELECT key, value_json ->> 'stamp' FROM notes JOIN verdicts ON digest = value_json ->> 'content'
       WHERE kind = 'content' AND rules = ? AND severity = 'clear'`,
    )
    .raw()
  const contents = notesOf<Omit<FolderContent, 'skillId'>>(db, 'content')
  const noteAll = db.transaction((seen: readonly FolderContent[]) => {
    for (const { skillId, ...one } of seen) contents.put(skillId, one)
  })
  const checked = update(skills, { rules: given('rules') }, eq(skills.id, given('id')))
  const noteChange = skillChangeLog(db)
  const note = db.transaction<Verdicts['checked']>((id, rules) => {
    checked({ id, rules })
    noteChange(id)
  })
  const keepVerdict = (verdict: VerdictRecord): void => {
    drop({ digest: verdict.digest })
    save(verdict)
  }
  const keepAlone = db.transaction(keepVerdict)
  return {
    verdict: (digest) => of({ digest }),
    keepVerdict,
    saveVerdict(verdict, { ifFree } = { ifFree: false }) {
      if (ifFree) unlessBusy(() => waitingAtMost(db, 0, () => keepAlone.immediate(verdict)))
      else keepAlone.immediate(verdict)
    },
    clearStamps: (rules) => new Map(clear.all(rules)),
    /** A cache is not worth waiting for a lock. */
    noteContents(seen) {
      if (seen.length > 0) unlessBusy(() => waitingAtMost(db, 0, () => noteAll.immediate(seen)))
    },
    checked: note.immediate,
  }
}
