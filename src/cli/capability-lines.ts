import { type Capability, inWords, KINDS, saidBefore } from '../domain/capabilities/capability.ts'

/** What a skill can do, a line for each kind; before it what is new since the version that a person approved. */
export function capabilityLines(capabilities: readonly Capability[], fresh?: readonly Capability[]): readonly string[] {
  const news = fresh === undefined || fresh.length === 0 ? [] : [`New since you approved it: ${inWords(fresh)}`, '']
  if (capabilities.length === 0) return [...news, 'By its text it can do nothing but be read.', '']
  const lines = KINDS.flatMap((kind) => {
    const of = capabilities.filter((one) => one.kind === kind)
    return of.length === 0
      ? []
      : [`  ${saidBefore(kind)} ${of.map(({ what, file, line }) => `${what} (${file}:${line})`).join(', ')}`]
  })
  return [...news, 'What it can do', ...lines, '']
}
