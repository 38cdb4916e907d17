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
