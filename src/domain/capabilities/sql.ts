import { matchesOf } from '../matches.ts'
import type { Kind } from './capability.ts'
import type { Add } from './said.ts'

/** A statement that changes something: at the beginning of a text, a string, a line, or behind another statement. */
const STATEMENT =
  /(?:^|["'`;({]|\$\$|\bBEGIN\b|\bTHEN\b)\s{0,40}((?:DELETE\s{1,8}FROM|TRUNCATE\s{1,8}(?:TABLE\s{1,8})?\w|DROP\s{1,8}(?:TABLE|DATABASE|SCHEMA|INDEX|VIEW|TRIGGER|POLICY|ROLE|USER|FUNCTION|RULE|COLUMN|EXTENSION)\b|UPDATE\s{1,8}[\w."[\]`]{1,80}\s{1,8}(?:(?:AS\s{1,8})?\w{1,40}\s{1,8})?SET\b|(?:INSERT|REPLACE|MERGE)\s{1,8}INTO\b|GRANT\s[\w\s,().*"`]{1,200}?\sTO\b|REVOKE\s[\w\s,().*"`]{1,200}?\sFROM\b|ALTER\s{1,8}(?:SYSTEM|ROLE|USER|LOGIN|TABLE|DATABASE|DEFAULT|POLICY|SCHEMA|SERVER|FUNCTION|TRIGGER)\b|SET\s{1,8}(?:GLOBAL\b|PERSIST\b|@@|(?:(?:SESSION|LOCAL)\s{1,8})?(?:session_replication_role|row_security|foreign_key_checks|sql_log_bin|log_\w{1,40}|ROLE)\b)|CREATE\s{1,8}(?:OR\s{1,8}REPLACE\s{1,8})?(?:TABLE|VIEW|INDEX|UNIQUE|USER|ROLE|LOGIN|TRIGGER|EVENT|FUNCTION|PROCEDURE|POLICY|EXTENSION|DATABASE|SCHEMA|SERVER|RULE)\b|COPY\s{1,8}[\w."]{1,80}\s{0,8}(?:\([^)\n]{0,200}\)\s{0,8})?(?:FROM|TO)\b|(?:EXEC(?:UTE)?|CALL)\s{1,8}(?:master|sp_|xp_|dbms_|utl_)\w*|(?:DISABLE|ENABLE)\s{1,8}(?:TRIGGER|ROW)\b|(?:NO)?AUDIT\s{1,8}\w|PURGE\s{1,8}(?:BINARY|RECYCLEBIN)|PRAGMA\s{1,8}\w+\s*=)(?:[^;"'`]|'[^'\n]{0,80}'){0,160})/gim

/** What a statement comes to, by its words. */
// biome-ignore format: a row a line
const DEEDS: readonly (readonly [Kind, RegExp])[] = [
  ['background', /^CREATE\b.{0,40}\b(?:TRIGGER|EVENT|RULE)\b/i],
  ['loosens', /^(?:GRANT|SET|(?:NO)?AUDIT|PURGE|PRAGMA|(?:DISABLE|ENABLE)\s+TRIGGER)\b|^ALTER\s+(?:SYSTEM|DEFAULT|POLICY|DATABASE)|^ALTER\s+(?:ROLE|USER|LOGIN)\b.*\b(?:SUPERUSER|CREATEROLE|BYPASSRLS|REPLICATION|ENABLE)\b|^CREATE\s+(?:USER|ROLE|LOGIN|POLICY)|^DROP\s+(?:TRIGGER|POLICY|RULE|ROLE|USER)|\bDISABLE\b|\bNO\s+FORCE\b|\bDROP\s+CONSTRAINT|\bSECURITY\s+DEFINER|\bPROGRAM\b|^(?:EXEC|CALL)|^UPDATE\b.*\bSET\b.*(?:role|admin|owner|permission|superuser|is_staff)/i],
  ['deletes', /^(?:DELETE|TRUNCATE|DROP)\b/i],
]

/** What the statements in a text do to a database, each by its own first words; those that only read are left out. */
export function sqlSays(text: string, add: Add): void {
  for (const { index, 0: all, 1: statement = '' } of matchesOf(STATEMENT, text)) {
    const said = statement
      .replace(/--[^\n]*/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    const at = index + all.length - statement.length
    add(DEEDS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'writes', `by SQL: ${said.slice(0, 90)}`, at)
  }
}
