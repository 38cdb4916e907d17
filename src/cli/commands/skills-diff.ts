import { createTwoFilesPatch } from 'diff'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { isWaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { NAMED } from '../skill-fields.ts'
import { type ShownSplit, splitLines, waitingSplit } from '../split-lines.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'What the newest proposed version would change, in numbered parts, and what of yours stays',
  flags: {},
  text: [
    NAMED,
    'A proposed version is merged from what was drafted before, what you have and what was drafted now. Its changes are numbered parts; where you and the new version changed the same place, the part is a conflict and both sides are shown.',
  ],
  json: {
    skill: 'name',
    from: 'number of the current version',
    to: 'number of the proposed version',
    files: '[{path, patch}]',
    parts: '[{number, file, place, conflict, removes, adds, before}]; before is how the lines were drafted before',
    along: '[{place, removes, adds}]: figures that change with any part',
    kept: '[{place, added, removed}]: what is yours and stays',
    split:
      'null, or {keeps: {skill, steps}, leaves: {skill, steps}} where the turns of the skill do two tasks: promoting the second skill accepts both halves, archiving it keeps one skill',
  },
  example: 'wayland-core skills diff auto-branch-changes-review',
}

type Proposed = Awaited<ReturnType<SkillLoop['review']['proposal']>>

/**
 * Prints the newest proposed version as a diff with numbered parts, which of a person's edits stay, and a split that
 * waits.
 */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  const reference = words[0] ?? ''
  const split = await waitingSplit(loop, reference)
  const proposed = await loop.review.proposal(reference).catch((error: unknown) => {
    // A split can be shown without a proposed version.
    if (split === undefined || !isWaylandError(error) || error.code !== 'illegal_move') throw error
    return undefined
  })
  if (json) report.json({ ...jsonOf(proposed, split), split: split ?? null })
  else {
    const change = proposed && [...diffLines(proposed), ...keptLines(proposed), ...nextLines(proposed)]
    const parts = [change, split && splitLines(split)].filter((lines) => lines !== undefined)
    for (const line of parts.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]))) report.line(line)
  }
  return EXIT.done
}

const jsonOf = (proposed: Proposed | undefined, split: ShownSplit | undefined) =>
  proposed === undefined
    ? { skill: split?.keeps.skill, from: null, to: null, files: [], parts: [], along: [], kept: [] }
    : inOrder(proposed)

const inOrder = (proposed: Proposed) => {
  const { skill, from, to, parts, along, kept } = proposed
  return { skill, from, to, files: patchesOf(proposed), parts, along, kept }
}

const patchesOf = ({ from, to, files }: Proposed) =>
  files.map(({ path, before, after }) => ({
    path,
    patch: createTwoFilesPatch(`${path} (${from})`, `${path} (${to})`, before ?? '', after ?? ''),
  }))

/** SKILL.md part by part, the other files as they are. */
function diffLines(proposed: Proposed): readonly string[] {
  const { from, to, parts, along } = proposed
  const others = patchesOf(proposed).flatMap(({ path, patch }) => (path === 'SKILL.md' ? [] : [patch.trimEnd()]))
  const shown = [
    ...parts.flatMap(({ number, conflict, ...change }) => [
      ...hunk(`part ${number}${conflict ? ', a conflict' : ''}`, change),
      ...(conflict ? ['  (you changed this place too: yours stays unless you accept this part by its number)'] : []),
    ]),
    ...along.flatMap((change) => hunk('with any part', change)),
  ]
  return [...(shown.length === 0 ? [] : [`--- SKILL.md (${from})`, `+++ SKILL.md (${to})`]), ...shown, ...others]
}

const hunk = (title: string, { place, removes, adds }: Proposed['along'][number]): readonly string[] => [
  `@@ ${title}: ${place} @@`,
  ...removes.map((line) => prefixed('-', line)),
  ...adds.map((line) => prefixed('+', line)),
]

function keptLines({ kept }: Proposed): readonly string[] {
  if (kept.length === 0) return []
  const lines = kept.flatMap(({ place, added, removed }) => [
    `  ${place}`,
    ...added.map((line) => `  ${prefixed('+', line)}`),
    ...removed.map((line) => `  ${prefixed('-', line)}`),
  ])
  return ['', 'Yours, which stays: + is what you wrote, - what you took out and no version puts back', ...lines]
}

function nextLines({ skill, to, parts }: Proposed): readonly string[] {
  const [first] = parts
  const some = `Accept some of the parts: wayland-core skills set ${skill} accepted --parts ${first?.number} --of ${to}`
  return [
    '',
    `Accept: wayland-core skills set ${skill} accepted`,
    ...(first === undefined ? [] : [some]),
    `Reject: wayland-core skills set ${skill} rejected`,
  ]
}

/** Puts the mark before every line of a block. */
const prefixed = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `${mark}${line}`)
    .join('\n')
