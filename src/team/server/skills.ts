import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, isNull, max, or, sql } from 'drizzle-orm'
import { inWords } from '../../domain/capabilities/gravest.ts'
import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { fileNamesFault } from '../../domain/file-names.ts'
import { scanFiles } from '../../domain/safety.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import type { Transaction } from '../database.ts'
import { orgs, people, projects, reviews, skills, versions } from '../schema.ts'
import { bytesOf, MAX_FILES, type ShareMessage, shareMessage, type VersionMessage } from '../wire.ts'
import { announce, enter } from './log.ts'
import { insistOnName, isSameName } from './names.ts'
import { nearDuplicate } from './near-duplicate.ts'
import { type Caller, insistOnRole } from './people.ts'

/** Takes a version of a skill as a proposal; in an org of one person it is published at once. */
export async function share(tx: Transaction, by: Caller, asked: ShareMessage, now: Date): Promise<VersionMessage> {
  const [known] = await tx
    .select({ author: versions.author, digest: versions.digest })
    .from(versions)
    .where(eq(versions.id, asked.id))
  if (known !== undefined && (known.author !== by.person || known.digest !== digestFiles(bytesOf(asked.files))))
    throw new WaylandError('conflict', 'this id is taken')
  if (known !== undefined) return await versionOf(tx, asked.id)
  const read = looked(asked)
  const skill = await skillNamed(tx, by.org, asked, read)
  const before = skill.current === null ? undefined : await filesOf(tx, skill.current)
  const forProjects = asked.projects?.map(({ id }) => id).sort() ?? null
  if (before?.digest === read.digest && isDeepStrictEqual(before.projects, forProjects))
    throw new WaylandError('conflict', `"${asked.name}" is published with exactly this text already`)
  const had = before === undefined ? [] : said(before.files)
  const [org] = await tx.select({ personal: orgs.personal }).from(orgs)
  const [last] = await tx
    .select({ number: max(versions.number) })
    .from(versions)
    .where(eq(versions.skill, skill.id))
  // The first name that a project was given stays.
  for (const one of asked.projects ?? [])
    await tx
      .insert(projects)
      .values({ org: by.org, ...one })
      .onConflictDoNothing()
  await tx.insert(versions).values({
    ...{ org: by.org, id: asked.id, skill: skill.id, number: (last?.number ?? 0) + 1, author: by.person },
    ...{ personal: org?.personal === true, digest: read.digest, files: asked.files, description: read.description },
    ...{ capabilities: read.capabilities, grown: read.capabilities.filter((one) => !had.includes(one)) },
    ...{ findings: read.findings, blocked: read.findings.some(({ severity }) => severity === 'block') },
    ...{ evidence: asked.evidence, note: asked.note, createdAt: now },
    projects: forProjects,
  })
  const detail = `${asked.name} ${read.digest}`
  await enter(tx, by.org, { at: now, actor: by.person, action: 'propose', subject: asked.id, detail })
  if (org?.personal === true) return await review(tx, by, asked.id, { verdict: 'approve', reason: 'my own' }, now)
  return await versionOf(tx, asked.id)
}

/** Decides on a version, once. That it is another person than its author who does, the database insists on. */
export async function review(
  tx: Transaction,
  by: Caller,
  id: string,
  {
    verdict,
    reason,
    against,
  }: {
    readonly verdict: 'approve' | 'reject'
    readonly reason: string
    /** The published version that was shown beside it, empty for none; undefined where that is not known. */
    readonly against?: string | undefined
  },
  now: Date,
): Promise<VersionMessage> {
  const [version] = await tx.select().from(versions).where(eq(versions.id, id))
  if (version === undefined) throw new WaylandError('not_found', `there is no version ${id}`)
  if (!version.personal) insistOnRole(by, ['reviewer', 'admin'], 'reviews skills')
  // Held until the end, so that of two decisions the second sees the first.
  const [skill] = await tx.select().from(skills).where(eq(skills.id, version.skill)).for('update')
  const [known] = await tx.select().from(reviews).where(eq(reviews.version, id))
  if (known?.reviewer === by.person && known.verdict === verdict) return await versionOf(tx, id)
  if (known !== undefined) throw new WaylandError('conflict', `this version was decided on already: ${known.verdict}`)
  if (verdict === 'approve' && against !== undefined && against !== (skill?.current ?? ''))
    throw new WaylandError('conflict', `what is published of "${skill?.name}" changed meanwhile: look at it again`)
  const current = skill?.current == null ? undefined : await filesOf(tx, skill.current)
  if (verdict === 'approve' && current !== undefined && current.number > version.number)
    throw new WaylandError('conflict', `version ${current.number} is published, which is newer than ${version.number}`)
  await tx.insert(reviews).values({
    ...{ org: by.org, version: id, author: version.author, personal: version.personal, blocked: version.blocked },
    ...{ reviewer: by.person, verdict, reason, at: now },
  })
  const detail = `${skill?.name} ${version.digest}: ${reason}`
  await enter(tx, by.org, { at: now, actor: by.person, action: verdict, subject: id, detail })
  if (verdict === 'approve' && skill !== undefined) {
    await tx.update(skills).set({ current: id }).where(eq(skills.id, skill.id))
    await announce(tx, by.org, {
      ...{ kind: 'published', skill: skill.name, version: id, digest: version.digest },
      projects: version.projects,
    })
  }
  return await versionOf(tx, id)
}

/** Proposes a version with another SKILL.md; its author is the person who edited it. */
export async function edit(
  tx: Transaction,
  by: Caller,
  of: string,
  { id, text }: { readonly id: string; readonly text: string },
  now: Date,
): Promise<VersionMessage> {
  const { skill, number, author, files, evidence } = await versionWithFiles(tx, of)
  const [row] = await tx.select({ ids: versions.projects }).from(versions).where(eq(versions.id, of))
  const known =
    row?.ids == null
      ? null
      : await tx
          .select()
          .from(projects)
          .where(inArray(projects.id, [...row.ids]))
  const changed = { ...files, 'SKILL.md': Buffer.from(text).toString('base64') }
  const note = `edited from version ${number} by ${author}`
  const asked = { id, name: skill, files: changed, evidence, note, own: true, projects: known }
  return await share(tx, by, shareMessage.parse(asked), now)
}

/** Takes a published skill back: by its author, or by whoever may review. */
export async function withdraw(tx: Transaction, by: Caller, name: string, reason: string, now: Date): Promise<void> {
  const [skill] = await tx.select().from(skills).where(eq(skills.name, name)).for('update')
  if (skill === undefined) throw new WaylandError('not_found', `the team has no skill "${name}"`)
  if (skill.current === null) return
  const current = await filesOf(tx, skill.current)
  if (current?.author !== by.person) insistOnRole(by, ['reviewer', 'admin'], 'withdraws the skills of others')
  await tx.update(skills).set({ current: null }).where(eq(skills.id, skill.id))
  const detail = `${name}: ${reason}`
  await enter(tx, by.org, { at: now, actor: by.person, action: 'withdraw', subject: skill.current, detail })
  await announce(tx, by.org, { kind: 'withdrawn', skill: name, reason })
}

/** Versions that nobody decided on, or those that are published; the newest first. */
export async function listVersions(
  tx: Transaction,
  which: 'proposed' | 'published',
): Promise<readonly VersionMessage[]> {
  const rows = await versionRows(tx)
    .where(which === 'proposed' ? isNull(reviews.version) : eq(skills.current, versions.id))
    .orderBy(desc(versions.createdAt))
    .limit(1_000)
  return await messagesOf(tx, rows)
}

/** A version with its files; by its id, or the published one of a skill's name. */
export async function versionWithFiles(tx: Transaction, reference: string) {
  const isId = /^[0-9a-f-]{36}$/.test(reference)
  const one = and(eq(skills.name, reference), eq(skills.current, versions.id))
  const rows = await versionRows(tx).where(isId ? or(eq(versions.id, reference), one) : one)
  const [message] = await messagesOf(tx, rows)
  if (message === undefined)
    throw new WaylandError('not_found', `the team has no version or published skill "${reference}"`)
  return { ...message, files: (await filesOf(tx, message.id))?.files ?? {} }
}

async function versionOf(tx: Transaction, id: string): Promise<VersionMessage> {
  const [message] = await messagesOf(tx, await versionRows(tx).where(eq(versions.id, id)))
  if (message === undefined) throw new WaylandError('not_found', `there is no version ${id}`)
  return message
}

const { files: _, ...WITHOUT_FILES } = versionColumns()
function versionColumns() {
  const { id, number, digest, files, description, capabilities, grown, findings, blocked, evidence, note } = versions
  return { id, number, digest, files, description, capabilities, grown, findings, blocked, evidence, note }
}

const versionRows = (tx: Transaction) =>
  tx
    .select({
      version: WITHOUT_FILES,
      skill: skills.name,
      current: skills.current,
      author: people.name,
      projectIds: versions.projects,
      projects: sql<readonly string[] | null>`(select json_agg(p.name order by p.name) from ${projects} p
        where p.org = ${versions.org} and ${versions.projects} ? p.id)`,
      verdict: reviews.verdict,
      reason: reviews.reason,
    })
    .from(versions)
    .innerJoin(skills, and(eq(skills.org, versions.org), eq(skills.id, versions.skill)))
    .innerJoin(people, and(eq(people.org, versions.org), eq(people.id, versions.author)))
    .leftJoin(reviews, and(eq(reviews.org, versions.org), eq(reviews.version, versions.id)))
    .$dynamic()

type VersionRow = Awaited<ReturnType<typeof versionRows>>[number]

/** Of a proposal, `grown` is what it has that the version has not which is published now, whatever was when it was shared. */
async function messagesOf(tx: Transaction, rows: readonly VersionRow[]): Promise<readonly VersionMessage[]> {
  const ids = rows.flatMap(({ verdict, current }) => (verdict === null && current !== null ? [current] : []))
  const published = ids.length === 0 ? [] : await versionRows(tx).where(inArray(versions.id, ids))
  const byId = new Map(published.map((row) => [row.version.id, row]))
  return rows.map((row) => {
    const { version, skill, author, projects: names, verdict, reason, current } = row
    const grown = verdict === null ? grownFrom(byId.get(current ?? ''), row) : version.grown
    return { ...version, grown, skill, author, projects: names, reason, status: statusOf(row) }
  })
}

/** What a version can do, and where it is offered, that another is not. */
function grownFrom(before: VersionRow | undefined, { version, projectIds, projects: names }: VersionRow) {
  const grown = version.capabilities.filter((one) => !before?.version.capabilities.includes(one))
  const were = before?.projectIds
  if (were == null || projectIds?.filter((id) => !were.includes(id)).length === 0) return grown
  const where = projectIds === null ? 'every project' : names?.join(', ')
  return [...grown, `is offered in ${where}, and what is published in ${before?.projects?.join(', ')} alone`]
}

function statusOf({ verdict, current, version }: VersionRow): VersionMessage['status'] {
  if (verdict === null) return 'proposed'
  if (verdict === 'reject') return 'rejected'
  if (current === version.id) return 'published'
  return current === null ? 'withdrawn' : 'superseded'
}

async function filesOf(tx: Transaction, id: string) {
  const { number, digest, files, author, projects: forProjects } = versions
  const [row] = await tx
    .select({ number, digest, files, author, projects: forProjects })
    .from(versions)
    .where(eq(versions.id, id))
  return row
}

/** The skill of the name, which is made where there is none; locked until the transaction ends. */
async function skillNamed(tx: Transaction, org: string, asked: ShareMessage, read: ReturnType<typeof looked>) {
  const find = async () => (await tx.select().from(skills).where(eq(skills.name, asked.name)).for('update'))[0]
  const known = await find()
  if (known !== undefined) return known
  const near = asked.own ? undefined : await nearDuplicate(tx, read)
  if (near !== undefined)
    throw new WaylandError('conflict', `the team has "${near.name}", which ${near.why}`, {
      hint: `Make it a version of that one with --name ${near.name}, or share it all the same with --own.`,
    })
  insistOnName(asked.name)
  const [alike] = await tx.select({ name: skills.name }).from(skills).where(isSameName(skills.name, asked.name))
  if (alike !== undefined)
    throw new WaylandError('conflict', `the team has "${alike.name}", which reads as "${asked.name}" does`)
  await tx.insert(skills).values({ org, id: asked.id, name: asked.name }).onConflictDoNothing()
  const made = await find()
  if (made === undefined) throw new WaylandError('conflict', `"${asked.name}" was shared by another person meanwhile`)
  return made
}

/** What the files say, by the server's own rules: nothing of this is believed of a node. Throws `bad_file`. */
function looked(asked: ShareMessage) {
  const files = bytesOf(asked.files)
  const size = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0)
  if (size > MAX_FILES)
    throw new WaylandError('bad_file', `the files are ${size} bytes together, and at most ${MAX_FILES} are shared`)
  const fault = fileNamesFault([asked.name]) ?? fileNamesFault([...files.keys()])
  if (fault !== undefined) throw new WaylandError('bad_file', fault)
  const noText = [...files].find(([, bytes]) => bytes.includes(0) || !Buffer.from(bytes.toString()).equals(bytes))
  if (noText !== undefined) throw new WaylandError('bad_file', `${noText[0]} is no text, and only texts are shared`)
  const { name, description } = parseSkillMd(Buffer.from(files.get('SKILL.md') ?? '').toString('utf8'))
  if (name !== asked.name)
    throw new WaylandError('bad_file', `SKILL.md is called "${name}", and the skill "${asked.name}"`)
  const findings = scanFiles(files).map(({ rule, severity, file, line, why }) => ({ rule, severity, file, line, why }))
  return { files, digest: digestFiles(files), description, findings, capabilities: said(asked.files) }
}

/** What files can do, a line each. */
const said = (files: ShareMessage['files']): readonly string[] =>
  capabilitiesOf(bytesOf(files)).map((one) => inWords([one]))
