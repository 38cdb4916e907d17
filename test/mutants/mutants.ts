/** A change of one place in the source that some test must notice. */
export interface Mutant {
  readonly name: string
  readonly file: string
  /** Stands in the file once; a space stands for any white space. */
  readonly find: string
  readonly replace: string
  /** Test files, of which one must fail. */
  readonly tests: readonly string[]
}

const of =
  (file: string, ...tests: readonly string[]) =>
  (name: string, find: string, replace: string): Mutant => ({ name, file: `src/${file}`, find, replace, tests })

const remote = of(
  'domain/safety/remote-code.ts',
  'test/domain/safety-installers.test.ts',
  'test/attacks/scanning.test.ts',
)
const installer = of('domain/safety/remote-code.ts', 'test/domain/safety-installers.test.ts')
const align = of('domain/draft/align.ts', 'test/domain/draft/align.test.ts')
const visible = of('domain/visibility.ts', 'test/domain/visibility.test.ts', 'test/attacks/changed-on-disk.test.ts')
const lifecycle = of(
  'domain/lifecycle.ts',
  'test/domain/lifecycle.test.ts',
  'test/service/curator.test.ts',
  'test/attacks/changed-on-disk.test.ts',
)
const clearance = of(
  'service/catalogue/clearance.ts',
  'test/service/clearance.test.ts',
  'test/attacks/changed-on-disk.test.ts',
)
const gate = of('domain/learning/gate.ts', 'test/domain/learning/gate.test.ts')
const repair = of('domain/learning/evidence-commands.ts', 'test/domain/learning/gate.test.ts')
const commands = of('domain/learning/evidence-commands.ts', 'test/domain/learning/gate.test.ts')
const quotation = of('domain/learning/mentions.ts', 'test/domain/learning/gate.test.ts')
const edits = of('domain/learning/anchored-edits.ts', 'test/service/learned-changes.test.ts')
const editFault = of(
  'domain/learning/anchored-edits.ts',
  'test/domain/learning/edit-fault.test.ts',
  'test/service/learned-changes.test.ts',
)
const checked = of('service/learning/checked-skill.ts', 'test/service/fallen-steps.test.ts')
const asking = of('service/learning/model-questions.ts', 'test/service/model-questions.test.ts')
const held = of('store/verdict-files.ts', 'test/store/held-files.test.ts', 'test/attacks/lost-decisions.test.ts')
const folderEdits = of(
  'service/catalogue/folder-edits.ts',
  'test/attacks/changed-on-disk.test.ts',
  'test/attacks/ownership.test.ts',
)
const past = of('service/review/historian.ts', 'test/service/historian.test.ts')
const credit = of('domain/credit.ts', 'test/domain/credit.test.ts')
const bandit = of('domain/bandit.ts', 'test/domain/bandit.test.ts')
const redact = of(
  'domain/redact.ts',
  'test/domain/redact.test.ts',
  'test/domain/secret-kinds.test.ts',
  'test/domain/redact-whole.test.ts',
)
const verdict = of(
  'service/drafts/draft-decision.ts',
  'test/service/drafter.test.ts',
  'test/service/withdrawer.test.ts',
)
const own = of('platform/own-folder.ts', 'test/platform/own-folder.test.ts')
const token = of('platform/bearer-token.ts', 'test/platform/bearer-token.test.ts')
const worth = of('domain/proof/worth.ts', 'test/domain/proof/worth.test.ts')
const optimiser = of('service/proof/optimiser.ts', 'test/service/optimiser.test.ts')
const undo = of('domain/lifecycle.ts', 'test/domain/undo.test.ts')
const loopback = of('platform/loopback-server.ts', 'test/platform/loopback-server.test.ts')
const name = of('domain/skill.ts', 'test/domain/skill.test.ts', 'test/attacks/names.test.ts')
const archive = of('store/archive-folder.ts', 'test/store/skill-folder.test.ts')
const attempts = of('store/sqlite/triggers.ts', 'test/store/sqlite/sqlite-store.test.ts')

/** What must not break without a test that breaks with it. */
export const MUTANTS: readonly Mutant[] = [
  remote('one known installer excuses the others', 'urls.every((url)', 'urls.some((url)'),
  remote('no address is known', 'urls.length > 0 &&', 'urls.length === 0 &&'),
  installer('an installer is known by any path', '.startsWith(known)', '.startsWith(known.split("/")[0])'),
  installer('a query makes no other program', "|| url.search !== ''", ''),
  installer('a port makes no other program', "|| url.port !== ''", ''),
  installer('plain HTTP will do', "url.protocol !== 'https:' ||", ''),
  align('the run least like the others', 'Math.max(...sums)', 'Math.min(...sums)'),
  align('half of the runs are a majority', 'Math.floor(runs / 2) + 1', 'Math.ceil(runs / 2)'),
  align(
    'the least like run is laid first',
    'table[medoid]![b]! - table[medoid]![a]!',
    'table[medoid]![a]! - table[medoid]![b]!',
  ),
  visible('what is altered is offered', 'if (altered)', 'if (false)'),
  visible('what was never looked at is offered', 'rules === undefined || rules === RULES_VERSION', 'true'),
  visible('any name is safe', 'if (library === undefined && !isSkillName(name))', 'if (false)'),
  visible('watching drafts are offered', "status === 'watching' && !watching", 'false'),
  visible('quarantined ones are offered', "if (status === 'quarantined')", 'if (false)'),
  visible(
    'archived ones are offered',
    'if (isWithdrawn({ status })) return { why',
    "if (status === 'revoked') return { why",
  ),
  visible('drafts are exported', 'exported: released &&', 'exported:'),
  lifecycle('an archived skill can be promoted', 'promote: { from: DRAFTS', "promote: { from: [...DRAFTS, 'archived']"),
  lifecycle(
    'a pinned skill can be archived',
    "archive: { from: [...DRAFTS, 'active', 'quarantined']",
    "archive: { from: [...DRAFTS, 'active', 'pinned', 'quarantined']",
  ),
  lifecycle('a quarantined skill is promoted without force', 'const forced = force &&', 'const forced ='),
  lifecycle('force opens every move', "force && move === 'promote' && skill.status", 'force && skill.status'),
  lifecycle(
    'a quarantined skill comes back staged',
    'return (isDrafted(origin) ? heldBack(went.fromStatus) : went.fromStatus) ?? status',
    'return status',
  ),
  folderEdits('an edit of a draft needs no review', 'ours = isDrafted(row.origin)', 'ours = !isDrafted(row.origin)'),
  lifecycle(
    'an edit is a grant',
    "GRANTS: readonly string[] = ['promote', 'accept']",
    "GRANTS: readonly string[] = ['promote', 'accept', 'edit']",
  ),
  gate('a wish needs no words of the person', "kind === 'rules' && !cites.some", "kind !== 'rules' && !cites.some"),
  gate('commands need not have run', "command === '' || didRun(command, ran) || standsIn(command, documents)", 'true'),
  gate('what is named need not occur', 'unheardOf(text, shown.values())', '[] as string[]'),
  gate(
    'steps of failures are a way',
    "turnsIn(cited).some(({ trajectory }) => trajectory.outcome === 'success')",
    'true',
  ),
  gate('a redacted value is a word', 'SECRET.exec(text)?.[0]', 'undefined as string | undefined'),
  gate('one case is a class', 'CASES.map', 'CASES.slice(0, 1).map'),
  gate('what was rejected comes back', '>= SAME', '> 2'),
  gate('a repair in a session that failed is evidence', "evidence.trajectory.kind !== 'scheduled'", 'false'),
  repair('a command that failed again was repaired', 'call.ok === true && lineOf(call)', 'lineOf(call)'),
  gate('one known statement hides all others', 'known.length === claimsOf(skill).length', 'true'),
  commands('a failed command ran', '({ ok }) => ok === true', '({ ok }) => ok !== null'),
  commands('a pipe hides no failure', 'call.maskedPipe !== true &&', ''),
  commands('one of several commands is enough', 'parts.every(', 'parts.some('),
  commands(
    'any word fits a placeholder',
    'parts.length === 1) return proposed === ran',
    'parts.length === 1) return true',
  ),
  quotation('a quotation of nothing holds', 'quote.length < MIN_QUOTE', 'false'),
  quotation('parts of a quotation stand in any order', 'source.indexOf(part, from)', 'source.indexOf(part)'),
  edits('an anchor may stand twice', 'places.length > 1', 'false'),
  edits('a line goes without a word', 'unnamed !== undefined', 'false'),
  checked('an audit that doubts a part changes nothing', 'one?.supported === true', 'one?.supported !== undefined'),
  editFault('an edit may say anything', '!saysOnly(', '!!saysOnly('),
  asking(
    'an answer that does not fit is taken',
    "reply.status === 'answered' ? { ...reply, kept: true } : reply",
    'reply',
  ),
  asking('the calls of a run have no end', 'calls >= limits.maxCallsPerRun', 'false'),
  asking('secrets are sent', 'const input = await redact(about.input)', 'const { input } = about'),
  asking('secrets are kept', 'const text = await redact(answer.text)', 'const { text } = answer'),
  clearance('an older verdict stands', 'known?.rules === RULES_VERSION', 'known !== undefined'),
  clearance('a verdict takes no note of the turns', '...before, ...(await foundIn(turns, isLate))', '...before'),
  clearance(
    'what is accepted once is accepted with whatever comes',
    'known?.accepted === true && findings.every((one) => isKnown(known, one))',
    'known?.accepted === true',
  ),
  clearance('nothing is kept beside the files', "severity !== 'block' || (await noteBeside(digest, findings))", 'true'),
  clearance('what is held beside the files is not read', ', ...beside]', ']'),
  clearance('force is not needed', 'if (force !== true) throw', 'if (force === false) throw'),
  held('a note that cannot be read holds nothing', 'return [UNREADABLE] }', 'return undefined }'),
  held('a note without a finding holds nothing', '? read : [UNREADABLE]', '? read : []'),
  folderEdits('other bytes keep a grant', 'isReleased(row) || row.altered', 'false'),
  folderEdits('a dropped folder is active whatever is found', "held !== undefined ? 'quarantined' : claims", 'claims'),
  folderEdits(
    'a claim to await review is not heard',
    "claims || look !== undefined ? 'staged' : 'active'",
    "look !== undefined ? 'staged' : 'active'",
  ),
  credit('a failed load counts as one', 'loads?.some(({ ok }) => ok === true)', 'loads?.some(({ ok }) => ok !== null)'),
  credit('a write of SKILL.md is a load', '!WRITES.test(tool) && reads', 'reads'),
  credit('a skill that was found counts as loaded', '(?!.*find_skill)', ''),
  bandit('the lowest draw wins', 'draw > highest', 'draw < -highest'),
  bandit('a failure credits a success', "outcome === 'success' ? 1 : 0", "outcome === 'failure' ? 1 : 0"),
  bandit('a failure credits nobody', "if (outcome === 'unknown') return", "if (outcome !== 'success') return"),
  bandit('a forced pick need not be a candidate', 'forced !== null && candidates.includes(forced)', 'forced !== null'),
  redact('a value goes from one place only', 'learn(values, out, spans)', ''),
  redact('one round is enough', 'const ROUNDS = 4', 'const ROUNDS = 1'),
  redact(
    'what cannot be seen hides a secret',
    'const seen = legible(text) if (seen === text)',
    'const seen = text; if (seen === text)',
  ),
  verdict('an edited draft is written over', 'isDraft(now) && untouched', 'isDraft(now)'),
  verdict('a promoted skill is written over', 'isDraft(now) && untouched', 'untouched'),
  verdict('a person’s skill is written over', 'if (!isDrafted(now.origin))', 'if (false)'),
  verdict('what a person archived is drafted again', "?.move !== 'withdraw'", "?.move === 'withdraw'"),
  own('another user’s folder is one’s own', 'info.uid !== uid && info.uid !== 0', 'false'),
  own('a link is what it leads to', 'of [lstatSync, statSync]', 'of [statSync]'),
  own('a group may write', '0o022', '0o002'),
  token('a token that others know is used', 'if (foreign !== undefined) throw', 'if (false) throw'),
  token('a short token is used', '{43,}', '{1,}'),
  loopback('waiting connections shut others out', 'if (waiting.size > maxWaiting) longest?.destroy()', ''),
  loopback('the newest connection is closed', 'longest?.destroy()', 'connection.destroy()'),
  worth('a gain that chance gives is one', "p <= ACCEPTED ? 'gain'", "p <= 8 * ACCEPTED ? 'gain'"),
  worth('what no run did is a gain', "if (unseen.length > 0) return 'unseen'", ''),
  worth('a text that nobody loaded is a gain', "if (loaded === 0) return 'not_loaded'", ''),
  optimiser('sealed tasks are opened again', 'before !== undefined && before.reason !== opening', 'false'),
  optimiser(
    'what gains nothing is proposed',
    "if (judged.worth !== 'gain') return",
    "if (judged.worth === 'loss') return",
  ),
  undo('what was held back is offered when its approval is taken back', "from === 'staged' ? [{", 'true ? [{'),
  undo('an undo passes over what was done since', '.every(isSame)', '.every(() => true)'),
  name('a name may begin with a dash', '^[a-z0-9]', '^[-_a-z0-9]'),
  name('a name of another script may begin with a dash', '^[\\p{L}\\p{N}]', '^[-_\\p{L}\\p{N}]'),
  archive('a purge deletes what lies in another home', 'paths.find((path) => !isAway(path))', 'undefined'),
  archive(
    'what a moved home archived is looked for in the former one',
    'return wasAway ? moved',
    'return wasAway ? path',
  ),
  attempts(
    'an attempt that ends its process is not counted',
    "given('attempt')}`\n  const claimOne",
    "given('attempt')} * 0`\n  const claimOne",
  ),
  attempts('a locked database speaks against a draft', 'counts ? 0 : attemptBy()', '0'),
  past(
    'a file is unchanged where other bytes read the same',
    '!isSame(before.get(path), after.get(path))',
    'text(before.get(path)) !== text(after.get(path))',
  ),
]
