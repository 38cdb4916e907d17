import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openJournal } from '../../../src/engines/journal.ts'
import { settingsOf } from '../../engines/loaded.ts'
import { type Home, type PersonalFiles, REVIEW_SKILL, turn } from '../home.ts'
import { type InLoop, type Scenario, scenario } from '../scenario.ts'
import { active, drafted, move, proposed } from './review.ts'

/** Where Claude Code finds the person's own skills, and Gemini those of a project. */
const roots = ({ claude, project }: Home) => [join(claude, 'skills'), join(project, '.agents', 'skills')] as const

/** A person's own skills: one of another name among the copies, one of the same name in the project. */
const theirs = (home: Home): readonly string[] => {
  const [user, project] = roots(home)
  return [
    join(user, 'mine', 'SKILL.md'),
    join(user, 'mine', 'scripts', 'run.sh'),
    join(project, REVIEW_SKILL, 'SKILL.md'),
  ]
}

const copyIn = (home: Home, root: 0 | 1): string => join(roots(home)[root], REVIEW_SKILL, 'SKILL.md')

/** As `install` notes it: the agents whose folders copies go to. */
async function connect(home: Home): Promise<void> {
  const journal = openJournal(home.data)
  await journal.note({ engine: settingsOf('claude-code').name, project: null, files: [] })
  await journal.note({ engine: settingsOf('gemini').name, project: home.project, files: [] })
}

/** What a person wrote in the agents' folders; in the project a skill of the same name only where it is asked for. */
function writeTheirs(home: Home, files: readonly string[]): PersonalFiles {
  mkdirSync(home.project, { recursive: true })
  const written = files.map((file): [string, Buffer] => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `mine: ${file.slice(home.root.length)}\n`)
    return [file, readFileSync(file)]
  })
  return new Map(written)
}

/** A scenario with agents connected before `before`; `edit` is what a person does to the copies after it. */
function copied(
  name: string,
  { before, act, edit, isTwin = false }: { before: InLoop; act: InLoop; edit?: (home: Home) => void; isTwin?: boolean },
): Scenario {
  const own = (home: Home) => theirs(home).slice(0, isTwin ? 3 : 2)
  const edited = (home: Home) => (edit === undefined ? [] : [copyIn(home, 0)])
  const plain = scenario(
    name,
    async (loop, home) => {
      writeTheirs(home, own(home))
      await connect(home)
      await loop.upkeep.sync()
      await before(loop, home)
    },
    act,
    (home) => {
      edit?.(home)
      return new Map([...own(home), ...edited(home)].flatMap((file) => fileAt(file)))
    },
  )
  return { ...plain, theirs: (home) => [...own(home), ...edited(home)] }
}

function fileAt(file: string): [string, Buffer][] {
  try {
    return [[file, readFileSync(file)]]
  } catch {
    return []
  }
}

const byHand = (home: Home) => appendFileSync(copyIn(home, 0), '\nAs I like it.\n')

/** What `check --fix` repairs: the file beside the skills lacks a skill, and a copy is gone. */
function spoil(home: Home): void {
  const ledger = join(home.skills, '..', 'verdicts', 'ledger.jsonl')
  const lines = readFileSync(ledger, 'utf8').split('\n')
  writeFileSync(ledger, lines.filter((line) => !line.includes(`"skillName":"${REVIEW_SKILL}"`)).join('\n'))
  rmSync(dirname(copyIn(home, 0)), { recursive: true })
}

/** What cannot be repaired is told, and makes the command end with 1. */
const repair: InLoop = async (loop) => {
  const left = (await loop.upkeep.check({ fix: true })).filter(({ repaired }) => !repaired)
  if (left[0] !== undefined) throw Object.assign(new Error(left[0].found), { code: 'storage_unavailable' })
}

/** Copies of active skills in the folders that agents read. */
export const COPIES: readonly Scenario[] = [
  copied('promote with copies', { before: drafted, act: move('promote') }),
  copied('promote beside a namesake', { before: drafted, act: move('promote'), isTwin: true }),
  copied('archive with copies', { before: active, act: move('archive') }),
  copied('revoke with an edited copy', { before: active, act: move('revoke'), edit: byHand }),
  copied('accept with copies', { before: proposed, act: move('accept') }),
  {
    ...copied('sync', {
      before: async (loop, home) => {
        await active(loop)
        rmSync(dirname(copyIn(home, 0)), { recursive: true })
      },
      act: (loop) => loop.upkeep.sync(),
    }),
    next: (loop) => loop.upkeep.sync(),
  },
  {
    ...copied('check and repair what lies around', {
      before: async (loop) => {
        await active(loop)
        for (const id of ['4', '5', '6']) await loop.endOfRun(turn(id, 'rotate the signing keys'))
      },
      act: repair,
      edit: spoil,
    }),
    theirs: theirs,
    next: (loop) => loop.upkeep.sync(),
    // Two repairs, one after the other.
    several: true,
  },
]
