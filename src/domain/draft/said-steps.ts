/**
 * How many steps a draft's body tells: the pieces of code below "Steps" that are more than placeholders, so that "Edit
 * `<file>`" is none.
 */
export function saidSteps(body: string): number {
  const [, steps = ''] = /^## Steps\n((?:[^#\n].*\n?)*)/m.exec(body) ?? []
  const spans = [...steps.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replace(/<[\w-]+>/g, ''))
  return spans.filter((code) => /[\p{L}\p{N}]/u.test(code)).length
}
