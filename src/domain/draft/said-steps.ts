/**
 * How many steps a draft's body tells: the pieces of code below "Steps" that are more than placeholders, so that "Edit
 * `<file>`" is none.
 */
export function saidSteps(body: string): number {
  const [, steps = ''] = `\n${body}`.split('\n## Steps\n')
  const [own = ''] = steps.split(/\n(?:## |\[)/)
  const code = own.split(/`+/).filter((_, i) => i % 2 === 1)
  return code.filter((text) => /[\p{L}\p{N}]/u.test(text.replace(/<[\w-]+>/g, ''))).length
}

/** A draft's text without the numbers that say how often: of two that are equal so, the later one tells nothing new. */
export const uncounted = (text: string): string => text.replace(HOW_OFTEN, '#')

/** In the front matter, of the evidence, of a request, and of a step or what failed: as `body.ts` and its like write them. */
const HOW_OFTEN =
  /(?<=^ {2}evidence: ")\d+(?="$)|(?<=^Evidence: )\d+(?= successful turns$)|(?<=" \()\d+(?= times\)$)|(?<= \[)\d+\/\d+(?=\]$)|\b\d+ of \d+(?= runs\b)/gm
