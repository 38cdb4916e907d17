import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../src/store/sqlite')
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))

/** Casts of what a statement gives, by line: a cast says of a row what the schema may not say. */
function castRows(code: string): readonly number[] {
  const found: number[] = []
  new Visitor({
    TSAsExpression({ expression, start }) {
      const { type } = expression
      if (type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return
      const { property } = expression.callee
      if (property.type === 'Identifier' && ['get', 'all', 'iterate'].includes(property.name))
        found.push(code.slice(0, start).split('\n').length)
    },
  }).visit(parseSync('x.ts', code).program)
  return found
}

/** Members of a row that are written out beside a statement: `prepare<[], { id: string }>`. */
const handWritten = (code: string): readonly string[] =>
  [...code.matchAll(/prepare<\s*\[[^\]]*\],\s*\{([^}]*)\}/g)].map(([, members = '']) => members.trim())

describe('rows of the database', () => {
  it('have the types of the schema: no statement’s result is cast, and none is written out beside it', () => {
    const code = files.map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)
    expect(code.filter(([, text]) => castRows(text).length > 0).map(([file]) => file)).toEqual([])
    expect(code.flatMap(([file, text]) => handWritten(text).map((members) => `${file}: ${members}`))).toEqual([])
  })

  it('are looked at: a cast and a written row are found', () => {
    expect(castRows('const a = 1\nconst row = find.get(1) as Row\nconst n = db.pragma("x") as number')).toEqual([2])
    expect(handWritten('db.prepare<[string], { readonly id: string }>("SELECT id FROM turns")')).toHaveLength(1)
  })
})
