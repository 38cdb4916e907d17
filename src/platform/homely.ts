/** A text for a person in which the home folder is `~`, where a shell understands that: at the beginning of an unquoted word. */
export function homely(text: string): string {
  if (!text.includes('/')) return text
  const home = process.getBuiltinModule('node:os').homedir()
  if (home.length < 2 || !text.includes(home)) return text
  return text
    .split(/(?<=[\s(=]|^)(?=\/)/m)
    .map((part) => (part.startsWith(`${home}/`) ? `~${part.slice(home.length)}` : part))
    .join('')
}
