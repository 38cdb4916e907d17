import type { Finding, Severity } from './safety.ts'

/** The parts of a SARIF 2.1.0 log (OASIS, 2020) that findings need. */
export interface SarifLog {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly SarifRun[]
}

interface SarifRun {
  readonly tool: { readonly driver: SarifDriver }
  readonly columnKind: 'utf16CodeUnits'
  readonly results: readonly SarifResult[]
}

interface SarifDriver {
  readonly name: string
  readonly version: string
  readonly rules: readonly { readonly id: string; readonly shortDescription: { readonly text: string } }[]
}

interface SarifResult {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: 'error' | 'warning' | 'note'
  readonly message: { readonly text: string }
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string }
      readonly region: { readonly startLine: number; readonly snippet?: { readonly text: string } }
    }
  }[]
}

/** Findings as a SARIF 2.1.0 log of one run, in their order; `version` is that of this tool. */
export function toSarif(findings: readonly Finding[], version: string): SarifLog {
  const rules = [...new Map(findings.map(({ rule, why }) => [rule, why])).entries()].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const index = new Map(rules.map(([rule], i) => [rule, i]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'wayland-core',
            version,
            rules: rules.map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, index.get(finding.rule) ?? -1)),
      },
    ],
  }
}

const LEVEL: Readonly<Record<Severity, SarifResult['level']>> = { block: 'error', warn: 'warning', note: 'note' }

function resultOf({ rule, severity, file, line, excerpt, why }: Finding, ruleIndex: number): SarifResult {
  const region = excerpt === '' ? { startLine: line } : { startLine: line, snippet: { text: excerpt } }
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVEL[severity],
    message: { text: why },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
  }
}

/** A relative reference: separators stay, everything else that a URI cannot hold is encoded. */
const uriOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')))
    .join('/')
