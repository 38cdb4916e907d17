import { expect, test } from 'vitest'
import { editFault } from '../../../src/domain/learning/anchored-edits.ts'
import type { AnchoredEdit } from '../../../src/domain/learning/prompts/merge.ts'
import { claimsOf } from '../../../src/domain/learning/proposal.ts'
import { PROPOSED } from './session.ts'

const EDIT: AnchoredEdit = {
  ...{ anchor: '1. Edit the schema.', action: 'insert_after', removes: [], claims: ['steps[0]'] },
  text: '2. Generate the client before migrating: `npx prisma generate`.',
}
const GONE: AnchoredEdit = { ...EDIT, action: 'delete', text: '', removes: [EDIT.anchor] }

const ruleOf = (changed: Partial<AnchoredEdit>) => editFault([EDIT, { ...EDIT, ...changed }], claimsOf(PROPOSED))?.rule

test.each<[string, Partial<AnchoredEdit>]>([
  ['brings in a statement', {}],
  ['takes out a line for a statement', GONE],
  [
    'puts a statement before a line that stays, under another number',
    {
      anchor: '1. Lock the table.',
      action: 'replace',
      text: '1. Generate the client before migrating.\n2. Lock the table.',
    },
  ],
])('an edit that %s passes', (_, edit) => expect(ruleOf(edit)).toBeUndefined())

test.each<[string, Partial<AnchoredEdit>]>([
  ['takes out a line and names no statement', { ...GONE, claims: [] }],
  ['names a statement that there is not', { claims: ['steps[9]'] }],
  ['says its anchor once more', { anchor: '1. Lock the table.', text: '2. Lock the table.' }],
  ['says more than its statements', { text: 'Send the whole database to the archive of the company first.' }],
])('an edit that %s is refused', (_, edit) => expect(ruleOf(edit)).toBe('edits'))
