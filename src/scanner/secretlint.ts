import type { FoundSecret, SecretScanner } from '../domain/redact.ts'
import type { Rules } from './secretlint-rules.ts'

/**
 * The secret rules that secretlint's recommended preset keeps up to date, as a port of the domain. Loaded at the first
 * text, because loading them costs more than a whole hook may take.
 */
export function secretlintScanner(): SecretScanner {
  let rules: Promise<Rules> | undefined
  return async (text) => {
    rules ??= import('./secretlint-rules.ts').then(({ loadRules }) => loadRules())
    const { lintSource, creator } = await rules
    const { messages } = await lintSource({
      source: { filePath: 'text', content: text, ext: '', contentType: 'text' },
      options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
    })
    return messages.map(({ range: [start, end], ruleId }): FoundSecret => ({ start, end, kind: kindOf(ruleId) }))
  }
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend'

/** `@secretlint/secretlint-rule-github` as the kind of a placeholder: `github`. */
const kindOf = (ruleId: string): string =>
  ruleId
    .replace(/^.*secretlint-rule-/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, 40) || 'secret'
