import { contentDigest } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { type IsLate, wasLate } from '../../domain/safety/time-limit.ts'
import type { Finding } from '../../domain/safety.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { VerdictFinding, VerdictRecord } from '../../store/skill-records.ts'
import type { HeldFiles } from '../../store/verdict-files.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import type { Clearance, Verdict } from './catalogue.ts'

/** Findings that a verdict stores at most, the most severe first. */
const MAX_KEPT = 20

export function createClearance(
  parts: Core<'store' | 'tell'> & {
    readonly held: HeldFiles
    /** Starts the time limit of one scan. */
    readonly startLook: () => IsLate
  },
): Clearance {
  const { store, held, startLook, tell } = parts
  async function verdictOf(files: SkillFiles, turns: readonly TurnTrajectory[] = []): Promise<Verdict> {
    const digest = contentDigest(files)
    const known = await store.verdict(digest)
    const isCurrent = known?.rules === RULES_VERSION
    if (isCurrent && turns.length === 0) return said(known)
    const isLate = startLook()
    const before = isCurrent ? known.findings : await lookAt(files, { digest, known, isLate })
    const found = [...before, ...(await foundIn(turns, isLate))]
    // What replaces no verdict of these rules is found again by the next look, and not worth waiting for.
    return await keep(digest, found, { known, ifFree: !isCurrent && turns.length === 0 })
  }

  /** Content whose scan timed out is marked beside the files, and not scanned again until a row holds a verdict. */
  async function lookAt(
    files: SkillFiles,
    asked: { readonly digest: string; readonly known: VerdictRecord | undefined; readonly isLate: IsLate },
  ): Promise<readonly VerdictFinding[]> {
    const beside = (await held.read(asked.digest)) ?? []
    if (asked.known === undefined && wasLate(beside)) return beside
    return [...(await scanned(files, asked.isLate)), ...beside]
  }

  async function keep(
    digest: string,
    found: readonly VerdictFinding[],
    { known, ifFree }: { readonly known: VerdictRecord | undefined; readonly ifFree: boolean },
  ): Promise<Verdict> {
    const findings = gravestFirst(found).slice(0, MAX_KEPT)
    const severity: VerdictRecord['severity'] = findings[0]?.severity ?? 'clear'
    const accepted = known?.accepted === true && findings.every((one) => isKnown(known, one))
    const verdict = { digest, rules: RULES_VERSION, severity, findings, accepted }
    // The file beside the skills is written first: the content stays held even if the row is lost or never written.
    const isBeside = severity !== 'block' || (await noteBeside(digest, findings))
    await store.saveVerdict(verdict, { ifFree: ifFree && isBeside })
    return said(verdict)
  }

  /**
   * If the file cannot be written, the row still holds the content; one unwritable folder must not fail the whole look.
   * Returns whether it was written.
   */
  async function noteBeside(digest: string, findings: readonly VerdictFinding[]): Promise<boolean> {
    try {
      await held.write(digest, findings)
      return true
    } catch (cause) {
      tell({ kind: 'warning', what: 'a quarantined skill is held by the database alone', cause })
      return false
    }
  }

  return {
    verdictOf,
    async hold(files, why) {
      const verdict = await verdictOf(files)
      if (verdict.severity === 'block' && !verdict.accepted) return
      const finding = { rule: 'quarantined', severity: 'block', file: 'SKILL.md', line: 1, why } as const
      await keep(verdict.digest, [finding, ...verdict.findings], { known: undefined, ifFree: false })
    },
  }
}

/**
 * Throws `refused` with the finding for content that must not be offered. With `force` it returns the verdicts that the
 * person accepts instead; they are not raised again until a rule finds something else. `what` begins the message
 * ("Cannot promote x").
 */
export async function insistOnClear(
  clearance: Clearance,
  asked: {
    readonly files: SkillFiles
    readonly turns?: readonly TurnTrajectory[]
    readonly force?: boolean | undefined
    readonly what: string
    readonly hint: string
  },
): Promise<readonly VerdictRecord[]> {
  const { files, turns, force, what, hint } = asked
  const { held, ...verdict } = await clearance.verdictOf(files, turns)
  if (held === undefined) return []
  if (force !== true) throw new WaylandError('refused', `${what}: ${held}`, { hint })
  return [verdict]
}

const said = (verdict: VerdictRecord): Verdict => ({
  ...verdict,
  held: verdict.severity === 'block' && !verdict.accepted ? blockedBecause(verdict.findings) : undefined,
})

function blockedBecause(findings: readonly VerdictFinding[]): string {
  const [first, ...more] = findings.filter(({ severity }) => severity === 'block')
  if (first === undefined) return 'it was quarantined before'
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  return `${first.rule} in ${first.file.replace(/[\p{Cc}\p{Cf}]/gu, '?')}:${first.line}: ${first.why}${others}`
}

/** A new warning does not cancel an acceptance; a new dangerous finding, or the same one in another file, does. */
const isKnown = ({ findings }: VerdictRecord, { rule, severity, file }: VerdictFinding): boolean =>
  severity === 'warn' || findings.some((one) => one.rule === rule && one.severity === severity && one.file === file)

/** Loaded on first use: compiling the rules is slow. */
const safety = builtOnce(async () => await import('../../domain/safety.ts'))

const scanned = async (files: SkillFiles, isLate: IsLate): Promise<readonly VerdictFinding[]> =>
  withoutText(
    (await safety()).scanFiles(new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes)])), isLate),
  )

async function foundIn(turns: readonly TurnTrajectory[], isLate: IsLate): Promise<readonly VerdictFinding[]> {
  if (turns.length === 0) return []
  const { scanTurn } = await safety()
  return turns.flatMap((turn) => {
    const known = ofTurn.get(turn)
    if (known !== undefined) return known
    const all = withoutText(scanTurn(turn, isLate))
    // A mere warning in a turn says nothing about the files that were drafted from it.
    const found = all.filter(({ severity }) => severity === 'block')
    // A scan that timed out is not cached.
    if (!wasLate(all)) ofTurn.set(turn, found)
    return found
  })
}

/** Findings by turn: successive drafts of a skill share most of their turns. */
const ofTurn = new WeakMap<TurnTrajectory, readonly VerdictFinding[]>()

const withoutText = (findings: readonly Finding[]): readonly VerdictFinding[] =>
  findings.flatMap(({ rule, severity, file, line, why }) =>
    severity === 'note' ? [] : [{ rule, severity, file, line, why }],
  )

function gravestFirst(findings: readonly VerdictFinding[]): readonly VerdictFinding[] {
  const once = [
    ...new Map(findings.map((one) => [`${one.rule}\0${one.severity}\0${one.file}\0${one.line}`, one])).values(),
  ]
  return once.toSorted((a, b) => Number(b.severity === 'block') - Number(a.severity === 'block'))
}
