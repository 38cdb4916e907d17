import type { Span } from './placeholder.ts'
import { entropy, looksGenerated } from './randomness.ts'

/** Secrets known by their own shape: provider tokens, signed tokens, private keys, and words that only chance writes. */
export function* tokenSpans(text: string): Generator<Span> {
  if (text.includes('PRIVATE KEY')) yield* privateKeys(text)
  let start = -1
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (code < 128 && IN_TOKEN[code] === 1) {
      if (start < 0) start = i
    } else if (start >= 0) {
      if (i - start >= SHORTEST) yield* inRun(text, start, i)
      start = -1
    }
  }
}

/** The shortest run of token characters that can hold a provider's token. */
const SHORTEST = 16
/** Characters before a run that may belong to the token: the id before the colon of a bot token. */
const BEFORE = 12

const IN_TOKEN = new Uint8Array(128)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.') IN_TOKEN[char.charCodeAt(0)] = 1

/** A start that is no middle of a word; an escape (`\n`, `%3D`, a colour) before it ends the word as well. */
const EDGE = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtb"])|(?<=%[0-9A-Fa-f]{2})|(?<=\[[0-9;]{0,8}m))`

/** Published shapes of the providers' tokens, by kind. Short prefixes need an edge; long, exact ones do not. */
const SHAPES: readonly (readonly [kind: string, shape: string])[] = [
  ['aws-key', `${EDGE}(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z2-7]{16}(?![A-Za-z0-9])`],
  ['github-token', 'gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}'],
  [
    'gitlab-token',
    'gl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)-[A-Za-z0-9_.-]{16,}|GR1348941[A-Za-z0-9_-]{16,}',
  ],
  ['slack-token', 'xox[abcdeoprs]-[A-Za-z0-9.-]{8,}|xapp-[0-9]-[A-Za-z0-9-]{10,}|xwfp-[A-Za-z0-9-]{10,}'],
  ['stripe-key', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}'],
  ['google-key', 'AIza[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\\.[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{20,}'],
  ['anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'],
  ['openai-key', `sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{16,}|${EDGE}sk-[A-Za-z0-9]{32,}|sess-[A-Za-z0-9]{40}`],
  ['npm-token', 'npm_[A-Za-z0-9]{30,}'],
  ['pypi-token', 'pypi-[A-Za-z0-9_-]{32,}'],
  ['jwt', 'eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]*){0,3}'],
  ['huggingface-token', `${EDGE}(?:hf_|api_org_)[A-Za-z0-9]{30,}`],
  ['sendgrid-key', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'],
  ['mailgun-key', `${EDGE}(?:key|pubkey)-[0-9a-f]{32}`],
  ['twilio-key', `${EDGE}(?:AC|SK)[0-9a-f]{32}(?![A-Za-z0-9])`],
  ['telegram-token', `${EDGE}[0-9]{8,10}:AA[A-Za-z0-9_-]{33}`],
  ['discord-token', `${EDGE}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,40}`],
  ['digitalocean-token', 'do[opr]_v1_[a-f0-9]{40,}'],
  ['shopify-token', 'shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32}'],
  ['docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'],
  ['databricks-token', `${EDGE}dapi[a-f0-9]{32}(?:-[0-9])?`],
  ['vault-token', `${EDGE}(?:hv[sbr]\\.[A-Za-z0-9_-]{20,})|[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{40,}`],
  ['grafana-token', 'gl(?:sa|c)_[A-Za-z0-9+/=_-]{30,}'],
  ['linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}'],
  ['notion-token', `ntn_[A-Za-z0-9]{40,}|${EDGE}secret_[A-Za-z0-9]{40,}`],
  ['atlassian-token', 'ATATT3[A-Za-z0-9_=-]{40,}|ATCTT3[A-Za-z0-9_=-]{40,}|ATBB[A-Za-z0-9]{24,}'],
  ['sentry-token', 'sntry[su]_[A-Za-z0-9_=+/-]{30,}'],
  ['newrelic-key', 'NRA[KL]-[A-Za-z0-9]{24,}|NRJS-[a-f0-9]{19}'],
  ['square-token', 'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}|EAAA[A-Za-z0-9_-]{56,}'],
  ['facebook-token', 'EAACEdEose0cBA[A-Za-z0-9]{20,}'],
  ['figma-token', 'fig[dopr]_[A-Za-z0-9_-]{30,}'],
  ['postman-key', 'PMAK-[A-Za-z0-9]{20,}-[A-Za-z0-9]{20,}'],
  ['rubygems-key', 'rubygems_[a-f0-9]{40,}'],
  ['pulumi-token', `${EDGE}pul-[a-f0-9]{40}`],
  ['doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{30,}'],
  ['brevo-key', 'xkeysib-[a-f0-9]{40,}(?:-[A-Za-z0-9]{16})?'],
  ['mailchimp-key', `${EDGE}[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])`],
  ['tailscale-key', 'tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}'],
  ['airtable-token', `${EDGE}pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}`],
  ['supabase-key', 'sb(?:p|_secret|_publishable)_[A-Za-z0-9_-]{20,}'],
  ['cloudflare-key', `${EDGE}v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}`],
  ['age-key', 'AGE-SECRET-KEY-1[0-9A-Z]{50,}'],
  ['model-key', `${EDGE}(?:gsk_|xai-|pplx-|r8_|fw_|nvapi-|csk-|tgp_v1_)[A-Za-z0-9_-]{30,}`],
  ['planetscale-token', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,}'],
  ['easypost-key', 'EZ[AT]K[a-f0-9]{50,}'],
  ['clojars-token', 'CLOJARS_[a-z0-9]{50,}'],
]

const TOKEN = new RegExp(SHAPES.map(([, shape]) => `(${shape})`).join('|'), 'g')

function* inRun(text: string, start: number, end: number): Generator<Span> {
  const from = Math.max(0, start - BEFORE)
  const slice = text.slice(from, end)
  TOKEN.lastIndex = 0
  let found = false
  for (const match of slice.matchAll(TOKEN)) {
    const kind = SHAPES[match.findIndex((group, i) => i > 0 && group !== undefined) - 1]![0]
    // A documented name in a shape's place (`npm_config_registry`) repeats few characters.
    if (entropy(match[0]) < 2.5) continue
    found = true
    yield { start: from + match.index, end: from + match.index + match[0].length, kind }
  }
  if (!found) yield* generated(text, start, end)
}

/** A random word, unless it is an integrity hash or part of a longer path of names. */
function* generated(text: string, start: number, end: number): Generator<Span> {
  const word = text.slice(start, end).replace(/[.-]+$/, '')
  if (word.includes('.') || /^sha(?:1|256|384|512)-/.test(word)) return
  if (looksGenerated(word)) yield { start, end: start + word.length, kind: 'generated' }
}

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g

/** A private key goes whole, to the end of the text if it is cut off; each of its lines is a value of its own. */
function* privateKeys(text: string): Generator<Span> {
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const lines = match[0].split(/[^A-Za-z0-9+/=]+/).filter((line) => line.length >= 32)
    const end = match.index + match[0].length
    yield { start: match.index, end, kind: 'private-key', values: [match[0], ...lines.slice(0, 200)] }
  }
}
