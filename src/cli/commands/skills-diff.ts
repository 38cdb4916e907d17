import { createTwoFilesPatch } from 'diff'
import type { SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

type Proposed = Awaited<ReturnType<SkillLoop['proposal']>>

/** Prints what the newest proposed version would change, as a diff whose parts are numbered, and what of a person's stays. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  const proposed = await loop.proposal(words[0] ?? '')
  const { skill, from, to, parts, along, kept } = proposed
  if (json) report.json({ skill, from, to, files: patchesOf(proposed), parts, along, kept })
  else for (const line of [...diffLines(proposed), ...keptLines(proposed), ...nextLines(proposed)]) report.line(line)
  return EXIT.done
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
  const some = `Accept some of the parts: wayland-core --skills-accept ${skill} --parts ${first?.number} --of ${to}`
  return [
    '',
    `Accept: wayland-core --skills-accept ${skill}`,
    ...(first === undefined ? [] : [some]),
    `Reject: wayland-core --skills-reject ${skill}`,
  ]
}

/** Every line of a block with its mark. */
const prefixed = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `${mark}${line}`)
    .join('\n')
