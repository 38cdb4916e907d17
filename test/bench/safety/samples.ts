import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, gravest, type Severity, scanFiles } from '../../../src/domain/safety.ts'

/** A SKILL.md that somebody labelled. */
export interface Sample {
  readonly id: string
  readonly label: 'malicious' | 'benign'
  readonly family: string
  readonly text: string
}

/** Labelled malicious for scripts or settings that are not in the set: their SKILL.md was read and holds no payload. */
export const PAYLOAD_ELSEWHERE = new Set([
  'fixture-cisco-file-reader',
  'fixture-cisco-database-query',
  'fixture-cisco-base64-payload',
  'fixture-cisco-config-tunnel-exfil',
  'fixture-cisco-eicar-test',
  'fixture-cisco-environment-secrets',
])

/** The labelled skills of a folder with an `index.jsonl`. */
export function readSamples(folder: string): readonly Sample[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, label, family, file } = JSON.parse(line) as Sample & { readonly file: string }
      return { id, label, family, text: readFileSync(join(folder, file), 'utf8') }
    })
}

export const scanSkill = (text: string): readonly Finding[] => scanFiles(new Map([['SKILL.md', Buffer.from(text)]]))

export const severityOf = (text: string): Severity | 'none' => gravest(scanSkill(text)) ?? 'none'

/** Blocked or warned of. */
export const isStopped = (text: string): boolean => ['block', 'warn'].includes(severityOf(text))
