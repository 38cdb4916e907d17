import { createTwoFilesPatch } from 'diff'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Prints what the newest proposed version would change, as a unified diff. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  const { skill, from, to, files } = await loop.proposal(words[0] ?? '')
  const patches = files.map(({ path, before, after }) => ({
    path,
    patch: createTwoFilesPatch(`${path} (${from})`, `${path} (${to})`, before ?? '', after ?? ''),
  }))
  if (json) report.json({ skill, from, to, files: patches })
  else {
    for (const { patch } of patches) report.line(patch.trimEnd())
    report.line(`\nAccept: wayland-core --skills-accept ${skill}\nReject: wayland-core --skills-reject ${skill}`)
  }
  return EXIT.done
}
