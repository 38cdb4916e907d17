import { matchesOf } from '../matches.ts'
import { cuesIn } from './cues.ts'
import { webhook, withLines } from './judge.ts'
import type { Span } from './placeholder.ts'
import { entropy, isPublic, looksGenerated } from './randomness.ts'
import { type Rule, rule, ruleSpans } from './rule.ts'

/** Adds secrets recognised by their own form: provider tokens, signed tokens, private keys, random words. */
export function tokenSpans(text: string, spans: Span[], cued = cuesIn(text)): void {
  ruleSpans(text, FORMS, spans, cued)
  const tokens: Span[] = []
  ruleSpans(text, TOKENS, tokens, cued)
  spans.push(...tokens)
  for (const { 0: run, index } of matchesOf(RUN, text))
    if (!tokens.some(({ start, end }) => start < index + run.length && end > index)) generated(text, index, run, spans)
}

/** A random word is no shorter. */
const RUN = /(?<![\w.-])[\w.-]{24,}/g

// biome-ignore format: a row a rule
export const FORMS: readonly Rule[] = [
  // `hooks.example.com/…`, `webhook.example.com/…`, `example.com/api/webhooks/…`: the path is a secret as a whole.
  rule('webhook', 'ook', /hooks?\w{0,3}(\.[\w.-]{2,60})?\/([\w@/.~%-]{6,300})/gi, webhook),
  rule('private-key', 'PRIVATE KEY', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g, withLines),
  rule('private-key', 'Private-Lines', /Private-Lines: \d{1,4}(?:\\n|\s){1,4}([A-Za-z0-9+/=\s\\]{20,20000}?)(?=[\\\s]n?Private-MAC|$)/g),
  rule('azure-secret', 'Q~', /(?<![\w~.-])([A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34})(?![\w~-])/g),
  rule('session', '_session=|SESSID=|SESSIONID=|connect.sid=', /(?:_session|SESS(?:ION)?ID|connect\.sid)=([\w%.-]{20,4096})/g),
  rule('terraform-token', '.atlasv1.', /(?<![A-Za-z0-9])([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,})/g),
  rule('facebook-token', '', /(?<!\d)(\d{15,16}\|[A-Za-z0-9_-]{27,40})(?![\w-])/g),
  rule('mailchimp-key', '-us', /(?<![0-9A-Za-z])([0-9a-f]{32}-us[0-9]{1,2})(?!\w)/g),
]

/** A provider's token: what it may begin with, and the pattern after that. */
function token(kind: string, starts: string, rest: string): Rule {
  const begins = starts.replaceAll('.', '\\.').replaceAll(' ', '|')
  const begin = new RegExp(`^(?:${begins})`)
  const pattern = new RegExp(`((?:${begins})(?<=${FROM}(?:${begins}))${rest})`, 'g')
  return rule(kind, starts.replaceAll(' ', '|'), pattern, (_, { 1: whole = '', input }, start) => {
    // An example in documentation (`sk_live_xxxxxxxxxxxx`) has low entropy.
    if (whole.length < 16 || entropy(whole) < 2.5 || whole.endsWith('EXAMPLE') || WORDS.test(whole.replace(begin, '')))
      return false
    const end = start + whole.length
    CONTINUED.lastIndex = end
    const [broken = '', next = ''] = CONTINUED.exec(input) ?? []
    return { end: isMixed(next) ? end + broken.length : end }
  })
}

/** At the start of a run, after a mark in it, or after an escape sequence: `\n`, `%3D`, the end of a colour's. */
const FROM = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[\w.-]|%[\w.-]{2}|\[[\w.-]{0,3}m))`

/** Words and short numbers, as in `xapp-frontend-v2` and `whsec_placeholder`, which no token is made of. */
const WORDS = /^[_.-]?(?:[a-z]{1,15}|v?\d{1,4})(?:[_.-](?:[a-z]{1,15}|v?\d{1,4}))*[_.-]?$/

/** The rest of a token on the next line. */
const CONTINUED = /\r?\n[ \t]{0,8}([A-Za-z0-9_-]{8,100})(?![^\s"'`])/y

/** Five groups with three digits or more: no rule of its own, since a hyphen stands in most texts. */
const LICENCE = /(?<![\w-])(?=(?:[A-Z-]{0,28}\d){3})(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5}(?![\w-])/

/** A token of a provider that is not listed: `lsv2_pt_…`. */
const NAMED_TOKEN =
  /^[a-z][a-z0-9]{1,11}_(?:pt|sk|pk|pat|api|key|secret|token|tok|live)_(?:[a-z0-9]{1,8}_)?[0-9a-zA-Z]{24,}(?:_[0-9a-zA-Z]{6,})?$/

/** Forty letters and digits or more behind a short prefix; hexadecimal digits have less entropy. */
const LOWER_TOKEN = /^[a-z]{2,8}_(?=(?:[a-z]{0,12}\d){6})[a-z0-9]{40,120}$/

/** A licence key, or a random word, unless it is public: a hash, an address, the id of a document, data, a long name. */
function generated(text: string, start: number, run: string, spans: Span[]): void {
  const { 0: licence = '', index = 0 } = LICENCE.exec(run) ?? {}
  if (licence !== '') spans.push({ start: start + index, end: start + index + licence.length, kind: 'licence-key' })
  if (!/\d/.test(run) || !/[a-z]/.test(run) || !/[A-Z_]/.test(run)) return
  const word = run.replace(/(?<![.-])[.-]+$/, '')
  // Members of code are no longer than names.
  const isCode =
    (word.includes('.') && !word.split('.').some((part) => part.length >= 48)) || text[start + run.length] === '('
  if (NAMED_TOKEN.test(word) || (LOWER_TOKEN.test(word) && entropy(word) > 4.2))
    spans.push({ start, end: start + word.length, kind: 'token' })
  else if (!isCode && looksGenerated(word) && !isPublic(text, start, word))
    spans.push({ ...inBase64(text, start, start + word.length), kind: 'generated' })
}

/** Characters of base64 on each side of a word that are read with it. */
const REACH = 400

/** The whole run of base64 around a random word, where a `+` tells that it is one, or each part of it is as mixed. */
function inBase64(text: string, start: number, end: number): Pick<Span, 'start' | 'end'> {
  let from = start
  while (start - from < REACH && /[\w+/-]/.test(text[from - 1] ?? ' ')) from--
  const after = /^[\w+/-]*={0,2}/.exec(text.slice(end, end + REACH))![0]
  const parts = text.slice(from, end + after.length).split('/')
  return parts.join().includes('+') || (parts.length > 1 && parts.every(isMixed))
    ? { start: from, end: end + after.length }
    : { start, end }
}

const isMixed = (part: string): boolean => /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part)

/** Published forms of providers' tokens. */
// biome-ignore format: a row a rule
export const TOKENS: readonly Rule[] = [
  token('aws-key', 'AKIA ASIA ABIA ACCA AROA AIDA', '[A-Z2-7]{16}(?![A-Za-z0-9])'),
  token('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', '[A-Za-z0-9_]{20,}'),
  token('gitlab-token', 'glpat- gldt- glrt- glptt- glcbt- gloas- glsoat- glft- glimt- glagent- glffct- GR1348941', '[A-Za-z0-9_.-]{16,}'),
  token('slack-token', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- xwfp-', '[A-Za-z0-9.-]{8,}'),
  token('stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', '[A-Za-z0-9]{10,}'),
  token('google-key', 'AIza', '[A-Za-z0-9_-]{30,}'),
  token('google-key', 'GOCSPX- ya29.', '[A-Za-z0-9_-]{20,}'),
  token('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{16,}'),
  token('openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-or-', '[A-Za-z0-9_-]{16,}'),
  token('openai-key', 'sk-', '[A-Za-z0-9]{32,}'),
  token('jwt', 'eyJ', '[A-Za-z0-9_-]{6,2000}\\.[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]*){0,3}'),
  token('sendgrid-key', 'SG.', '[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'),
  token('telegram-token', 'AA', '(?<=[0-9]{8,10}:AA)[A-Za-z0-9_-]{33}'),
  token('discord-token', 'MT MD Mj Mz ND NT Nj Nz OD OT', '[A-Za-z0-9_-]{21,26}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_.-])'),
  // The other providers by the characters of their tokens; what is short before a mark could be a name.
  token('token', 'dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ shptka_ dapi squ_ sqp_ sqa_ rubygems_ pul- xkeysib- key- pubkey- e2b_ fc- s-s4t2ud- s-s4t2af- signkey-prod- signkey-test-', '[A-Fa-f0-9]{32,}(?:-[A-Za-z0-9]{1,16}(?![A-Za-z0-9]))?'),
  token('token', '0/ 1/ 2/', '\\d{10,20}(?:\\/\\d{10,20})?:[0-9a-f]{32}(?!\\w)'),
  token('token', 'SK', '[0-9a-f]{32}(?![A-Za-z0-9])'),
  token('token', 'live_ test_', '[0-9a-f]{35}(?![A-Za-z0-9])'),
  token('token', 'oy2', '[a-z0-9]{43}(?![A-Za-z0-9])'),
  token('token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('token', 'pat. sat.', '[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}(?![A-Za-z0-9])'),
  token('token', 'sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16}(?![A-Za-z0-9])'),
  token('token', 'API-', '[A-Z0-9]{26}(?![A-Za-z0-9-])'),
  token('token', 'A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{6}-[A-Z0-9]{5}|[A-Z0-9]{11})(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9])'),
  token('token', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,}'),
  token('token', 'EAAA EAAC', '[A-Za-z0-9_-]{56,}'),
  token('token', 'npm_ hf_ api_org_ lin_api_ lin_oauth_ ntn_ secret_ CLOJARS_ EZAK EZTK p8e- rpa_ esecret_ ABSK', '[A-Za-z0-9]{30,}'),
  token('token', 'duffel_test_ duffel_live_ fio-u- vercel_blob_rw_ gsk_ xai- pplx- r8_ fw_ nvapi- csk- tgp_v1_ glsa_ glc_ sntrys_ sntryu_ figd_ figo_ figp_ figr_ pypi-', '[A-Za-z0-9_-]{30,}'),
  token('token', 'dckr_pat_ dckr_oat_ hvs. hvb. hvr. sq0atp- sq0csp- sq0idp- sbp_ sb_secret_ sb_publishable_ tskey- ATBB NRAK- NRAL- NRJS-', '[A-Za-z0-9_-]{19,}'),
  token('token', 'HRKU- CCIPAT_ CCIPRJ_ bkua_ nfp_ phx_ rnd_ fm2_ fm1r_ ops_eyJ pat-na1- pat-eu1- dt0c01. apify_api_ pcsk_ tvly- ATATT3 ATCTT3 PMAK- AGE-SECRET-KEY-1 dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. pscale_tkn_ pscale_pw_ pscale_oauth_', '[A-Za-z0-9_.+/=-]{24,}'),
]
