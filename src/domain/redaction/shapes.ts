/** The form of a provider's token: its possible literal prefixes, and the pattern after them. */
export interface Shape {
  readonly kind: string
  readonly starts: readonly string[]
  readonly rest: string
}

const shape = (kind: string, starts: string, rest: string): Shape => ({ kind, starts: starts.split(' '), rest })

/** Published forms of providers' tokens. A prefix has at least two characters; no token holds a blank or a slash. */
export const SHAPES: readonly Shape[] = [
  shape('aws-key', 'AKIA ASIA ABIA ACCA AROA AIDA', '[A-Z2-7]{16}(?![A-Za-z0-9])'),
  shape('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{20,}'),
  shape('github-token', 'github_pat_', '[A-Za-z0-9_]{20,}'),
  shape(
    'gitlab-token',
    'glpat- gldt- glrt- glptt- glcbt- gloas- glsoat- glft- glimt- glagent- glffct-',
    '[A-Za-z0-9_.-]{16,}',
  ),
  shape('gitlab-token', 'GR1348941', '[A-Za-z0-9_-]{16,}'),
  shape('slack-token', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs-', '[A-Za-z0-9.-]{8,}'),
  shape('slack-token', 'xapp- xwfp-', '[A-Za-z0-9-]{12,}'),
  shape('stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_', '[A-Za-z0-9]{10,}'),
  shape('stripe-key', 'whsec_', '[A-Za-z0-9]{16,}'),
  shape('google-key', 'AIza', '[A-Za-z0-9_-]{30,}'),
  shape('google-key', 'GOCSPX- ya29.', '[A-Za-z0-9_-]{20,}'),
  shape('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{16,}'),
  shape('openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-or-', '[A-Za-z0-9_-]{16,}'),
  shape('openai-key', 'sk-', '[A-Za-z0-9]{32,}'),
  shape('openai-key', 'sess-', '[A-Za-z0-9]{40}'),
  shape('npm-token', 'npm_', '[A-Za-z0-9]{30,}'),
  shape('pypi-token', 'pypi-', '[A-Za-z0-9_-]{32,}'),
  shape('jwt', 'eyJ', '[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]*){0,3}'),
  shape('huggingface-token', 'hf_ api_org_', '[A-Za-z0-9]{30,}'),
  shape('sendgrid-key', 'SG.', '[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'),
  shape('mailgun-key', 'key- pubkey-', '[0-9a-f]{32}'),
  shape('twilio-key', 'SK', '[0-9a-f]{32}(?![A-Za-z0-9])'),
  shape(
    'token',
    'HRKU- CCIPAT_ CCIPRJ_ bkua_ nfp_ phx_ rnd_ fm2_ fm1r_ ops_eyJ pat-na1- pat-eu1- dt0c01. apify_api_ pcsk_ tvly-',
    '[A-Za-z0-9_.+/=-]{24,}',
  ),
  shape('telegram-token', 'AA', '(?<=[0-9]{8,10}:AA)[A-Za-z0-9_-]{33}'),
  shape(
    'discord-token',
    'MT MD Mj Mz ND NT Nj Nz OD OT',
    '[A-Za-z0-9_-]{21,26}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_.-])',
  ),
  shape('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{40,}'),
  shape('shopify-token', 'shpat_ shpca_ shppa_ shpss_ shptka_', '[A-Fa-f0-9]{32}'),
  shape('docker-token', 'dckr_pat_ dckr_oat_', '[A-Za-z0-9_-]{20,}'),
  shape('databricks-token', 'dapi', '[a-f0-9]{32}(?:-[0-9])?'),
  shape('vault-token', 'hvs. hvb. hvr.', '[A-Za-z0-9_-]{20,}'),
  shape('grafana-token', 'glsa_ glc_', '[A-Za-z0-9_-]{30,}'),
  shape('linear-key', 'lin_api_ lin_oauth_', '[A-Za-z0-9]{30,}'),
  shape('notion-token', 'ntn_ secret_', '[A-Za-z0-9]{40,}'),
  shape('atlassian-token', 'ATATT3 ATCTT3', '[A-Za-z0-9_-]{40,}'),
  shape('atlassian-token', 'ATBB', '[A-Za-z0-9]{24,}'),
  shape('sentry-token', 'sntrys_ sntryu_', '[A-Za-z0-9_-]{30,}'),
  shape('newrelic-key', 'NRAK- NRAL- NRJS-', '[A-Za-z0-9]{19,}'),
  shape('square-token', 'sq0atp- sq0csp- sq0idp-', '[A-Za-z0-9_-]{20,}'),
  shape('square-token', 'EAAA', '[A-Za-z0-9_-]{56,}'),
  shape('facebook-token', 'EAAC', '[A-Za-z0-9]{60,}'),
  shape('figma-token', 'figd_ figo_ figp_ figr_', '[A-Za-z0-9_-]{30,}'),
  shape('postman-key', 'PMAK-', '[A-Za-z0-9]{20,}-[A-Za-z0-9]{20,}'),
  shape('rubygems-key', 'rubygems_', '[a-f0-9]{40,}'),
  shape('pulumi-token', 'pul-', '[a-f0-9]{40}'),
  shape('doppler-token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', '[A-Za-z0-9_.-]{30,}'),
  shape('brevo-key', 'xkeysib-', '[a-f0-9]{40,}(?:-[A-Za-z0-9]{16})?'),
  shape('tailscale-key', 'tskey-', '[a-z]{2,12}-[A-Za-z0-9-]{16,}'),
  shape('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  shape('supabase-key', 'sbp_ sb_secret_ sb_publishable_', '[A-Za-z0-9_-]{20,}'),
  shape('cloudflare-key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,}'),
  shape('age-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{50,}'),
  shape('model-key', 'gsk_ xai- pplx- r8_ fw_ nvapi- csk- tgp_v1_', '[A-Za-z0-9_-]{30,}'),
  shape('planetscale-token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', '[A-Za-z0-9_.-]{30,}'),
  shape('easypost-key', 'EZAK EZTK', '[a-f0-9]{50,}'),
  shape('clojars-token', 'CLOJARS_', '[a-z0-9]{50,}'),
]
