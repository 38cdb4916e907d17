import { createTwoFilesPatch } from 'diff'
import type { SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError } from '../domain/errors.ts'
import type { Fields } from './command.ts'

/** What waits beside a skill for a person: a proposed version of it, and a second skill split off it. */
export interface Waiting {
  readonly proposed: Proposed | undefined
  readonly split: ShownSplit | undefined
}

type Proposed = Awaited<ReturnType<SkillLoop['review']['proposal']>>

/** What waits beside the skill of a name. */
export async function waitingBeside(loop: SkillLoop, name: string): Promise<Waiting> {
  const proposed = await loop.review.proposal(name).catch((error: unknown) => {
    if (!isWaylandError(error) || error.code !== 'illegal_move') throw error
    return undefined
  })
  return { proposed, split: await waitingSplit(loop, name) }
}

export const WAITING_FIELDS: Fields = {
  proposed:
    'null, or the version that waits: {from, to, files: [{path, patch}], parts: [{number, file, place, conflict, removes, adds, before}], along: [{place, removes, adds}], kept: [{place, added, removed}]}; before is how the lines were drafted before, along are figures that change with any part, kept is what is yours and stays',
  split:
    'null, or {keeps: {skill, steps}, leaves: {skill, steps}} where the turns of the skill do two tasks: promoting the second skill accepts both halves, archiving it keeps one skill',
}

export const waitingToWire = ({ proposed, split }: Waiting) => ({
  proposed: proposed === undefined ? null : proposedToWire(proposed),
  split: split ?? null,
})

const proposedToWire = (proposed: Proposed) => {
  const { from, to, parts, along, kept } = proposed
  return { from, to, files: patchesOf(proposed), parts, along, kept }
}

/**
 * The proposed version as a diff with numbered parts, which of a person's edits stay, and the split; in short the changes of
 * other files than SKILL.md are only named.
 */
export function waitingLines({ proposed, split }: Waiting, { inShort = false } = {}): readonly string[] {
  const change = proposed && [...diffLines(proposed, inShort), ...keptLines(proposed), ...nextLines(proposed)]
  return [change, split && splitLines(split)].flatMap((lines) => (lines === undefined ? [] : [...lines, '']))
}

const patchesOf = ({ from, to, files }: Proposed) =>
  files.map(({ path, before, after }) => ({
    path,
    patch: createTwoFilesPatch(`${path} (${from})`, `${path} (${to})`, before ?? '', after ?? ''),
  }))

/** SKILL.md part by part, the other files as they are, or by name. */
function diffLines(proposed: Proposed, inShort: boolean): readonly string[] {
  const { from, to, parts, along } = proposed
  const rest = patchesOf(proposed).filter(({ path }) => path !== 'SKILL.md')
  const named = rest.length === 0 ? [] : [`Changed, too: ${rest.map(({ path }) => path).join(', ')}`]
  const others = inShort ? named : rest.map(({ patch }) => patch.trimEnd())
  const shown = [
    ...parts.flatMap(({ number, conflict, ...change }) => [
      ...hunk(`part ${number}${conflict ? ', a conflict' : ''}`, change),
      ...(conflict ? ['  (you changed this place too: yours stays unless you accept this part by its number)'] : []),
    ]),
    ...(inShort ? [] : along.flatMap((change) => hunk('with any part', change))),
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
  const some = `Accept some of the parts: wayland-core skills set ${skill} accepted ${to} ${first?.number}`
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

/** A skill whose turns do two tasks: what it keeps, and the second skill that waits for a person. */
interface ShownSplit {
  readonly keeps: Half
  readonly leaves: Half
}

/** One of the two skills with its steps as SKILL.md has them. */
interface Half {
  readonly skill: string
  readonly steps: readonly string[]
}

/** The split that waits for a decision and that this skill is a half of. */
async function waitingSplit(loop: SkillLoop, name: string): Promise<ShownSplit | undefined> {
  const halves = await loop.review.splitOf(name)
  return halves && { keeps: await half(loop, halves.keeps), leaves: await half(loop, halves.leaves) }
}

async function half(loop: SkillLoop, skill: string): Promise<Half> {
  const { text } = await loop.load(skill)
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^## Steps\s*$/.test(line)) + 1
  const end = lines.findIndex((line, i) => i >= start && line.startsWith('## '))
  const steps = start === 0 ? [] : lines.slice(start, end < 0 ? undefined : end)
  return { skill, steps: steps.filter((line) => /^\d+\. /.test(line)) }
}

/** Both halves, and the command for each decision. */
function splitLines({ keeps, leaves }: ShownSplit): readonly string[] {
  return [
    `The turns of ${keeps.skill} do two tasks. It keeps`,
    ...keeps.steps.map((line) => `  ${line}`),
    `and ${leaves.skill} waits beside it for`,
    ...leaves.steps.map((line) => `+ ${line}`),
    '',
    `Accept both halves: wayland-core skills promote ${leaves.skill}`,
    `Keep one skill: wayland-core skills archive ${leaves.skill}`,
  ]
}
