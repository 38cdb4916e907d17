import { parseSlash, renderSkill } from '../../../src/domain/render.ts'
import { scanText } from '../../../src/domain/safety.ts'
import { formatSkillMd, parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { type Below, changed } from '../mutation.ts'
import { filesOf, nothing, refusingOnly } from './fixtures.ts'

/** What only front matter and templates hold. */
const LIVE = [
  '---\nname: a\ndescription: "b"\nmetadata:\n  k: "v"\nallowed-tools: [x]\n---\n\nDo $ARGUMENTS and $ARGUMENTS[1].\n',
  '---js\n({name: process.exit(9)})\n---\n!`exit 9`\n```!\nexit 9\n```\n',
  '---\na: &a [x]\nb: [*a, *a]\n<<: *a\nname: !!js/function "x"\n---\n',
].map((text) => Buffer.from(text))

/** SKILL.md from reading to rendering: refused by its rules or read, and then the same when written and read again. */
export async function fuzzSkillMd() {
  const files = [...LIVE, ...filesOf('skills')]
  return { once: (below: Below) => read(files, below), [Symbol.asyncDispose]: nothing }
}

function read(files: readonly Buffer[], below: Below): void {
  const text = changed(files, below).toString('utf8')
  if (below(8) === 0) scanText(text, { file: 'SKILL.md' })
  const skill = refusingOnly(['bad_file'], () => parseSkillMd(text))
  const args = changed(files, below).toString('utf8').slice(0, 300)
  parseSlash(args)
  // `bad_usage`: a text of many places, each of which the arguments would fill.
  refusingOnly(['bad_file', 'bad_usage'], () =>
    renderSkill({ text, folder: '/skills/a', isReviewed: below(2) === 0 }, args),
  )
  if (skill === undefined) return
  const again = refusingOnly(['bad_file'], () => parseSkillMd(formatSkillMd(skill)))
  if (again !== undefined && again.body.trim() !== skill.body.trim()) throw new Error('a body changed by being written')
}
