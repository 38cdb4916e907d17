import { describe } from 'vitest'
import type { ExportStore, VerdictStore } from '../../src/store/ports/version-store.ts'
import type { ExportRecord, FolderContent, VerdictRecord } from '../../src/store/skill-records.ts'
import { exportStoreConformance } from './conformance/export-store.ts'
import { verdictStoreConformance } from './conformance/verdict-store.ts'

const closing = { [Symbol.asyncDispose]: async () => {} }

function verdictsInAMap(): AsyncDisposable & VerdictStore {
  const verdicts = new Map<string, VerdictRecord>()
  const contents = new Map<string, FolderContent>()
  return {
    ...closing,
    verdict: async (digest) => verdicts.get(digest),
    saveVerdict: async (verdict) => void verdicts.set(verdict.digest, verdict),
    clearStamps: async (rules) =>
      new Map(
        [...contents.values()].flatMap(({ skillId, stamp, content }) => {
          const verdict = verdicts.get(content)
          return verdict?.rules === rules && verdict.severity === 'clear' ? [[skillId, stamp] as const] : []
        }),
      ),
    noteContents: async (seen) => {
      for (const one of seen) contents.set(one.skillId, one)
    },
  }
}

function copiesInAMap(): AsyncDisposable & ExportStore {
  const copies = new Map<string, ExportRecord>()
  const all = () => [...copies.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    ...closing,
    exports: async () => all(),
    exportsOf: async (skillName) => all().filter((copy) => copy.skillName === skillName),
    noteExport: async (copy) => void copies.set(copy.path, copy),
    forgetExport: async (path) => void copies.delete(path),
  }
}

describe('another implementation of one port runs the suite of that port alone', () => {
  verdictStoreConformance(verdictsInAMap)
  exportStoreConformance(copiesInAMap)
})
