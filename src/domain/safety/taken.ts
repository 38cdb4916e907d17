import { words } from './rule.ts'

/** One pattern of many; a blank stands for a few blanks. */
const oneOf = (list: readonly string[]): string => list.join('|').replaceAll(' ', String.raw`\s{1,4}`)

/** A literal word as a pattern. */
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** What stands behind the name of a file or variable that ends. */
const ENDS = String.raw`(?=["'\s\x60)\],;|&]|$)`

/** All environment variables at once. */
export const WHOLE_ENV = oneOf([
  ...words(`dict(os.environ os.environ.items( os.environ.copy( os.environ.keys( os.environ.values( **os.environ json.dumps(os.environ /proc/self/environ
    ENV.to_h ENV.to_a ENV.inspect ENV.each ENV.map %ENV os.Environ() Environment.GetEnvironmentVariables( env::vars( env::vars_os( Deno.env.toObject( System.getenv()
    get-childitem\\env: dir\\env:`).map((word) => escaped(word).replaceAll('\\\\', ' ')),
  String.raw`(?<!\bin\s)os\.environ\s?[,)\]}]|\bfor \w{1,20}(?:\s?,\s?\w{1,20})? in os\.environ\b|process\.env(?![.\w[?])`,
  String.raw`\bprintenv\b(?! [A-Z])|\[\s?["']env["']\s?\]|popen\(\s?["'](?:env|printenv)["']|(?:^|[\s;&|($\x60])env\s{0,4}(?:\||>|\)|\x60)`,
  String.raw`\/proc\/\d+\/environ|(?:keys|values|map)[^\n]{0,40}%ENV\b|\$_ENV\b(?!\[)|getenv\(\)(?=[\s;),])`,
])

/** Files with keys of people and tools. */
export const KEY_FILES = oneOf([
  ...words(`.ssh/id_ .ssh/* .ssh/identity .aws/credentials .aws/config .config/gcloud application_default_credentials .kube/config .git-credentials
    .docker/config.json .gnupg .password-store .config/gh/hosts .claude/.credentials .claude.json .codex/auth Cookies.sqlite logins.json key3.db key4.db
    wallet.dat .bash_history .zsh_history .electrum keystore/UTC .azure/ secring.gpg`).map(escaped),
  String.raw`\.ssh\/config\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.(?:netrc|npmrc|pypirc)\b|\/etc\/(?:shadow|passwd)\b|Login\s?Data\b`,
  String.raw`~\/\.(?:ssh|aws|gnupg|kube|azure)\/?${ENDS}|\.env(?:\.local|\.production)?${ENDS}`,
  String.raw`(?:Chrome|Chromium|Firefox|Brave\S{0,10}|Edge)[^\n"']{0,60}(?:Cookies|Login\s?Data|Local\s?State)\b`,
])

/** Commands that print what a credential store holds. */
export const KEY_COMMANDS = oneOf([
  'security (?:find-(?:generic|internet)-password|dump-keychain)',
  'gh auth token|op item get|bw get password|pass show\\b|vault kv get|npm token list|ssh-add -L|docker-credential-\\w{2,20} get',
  'aws configure (?:get|export)|gcloud auth print-access-token|git credential fill|cmdkey \\/list|secretsmanager get-secret',
  String.raw`169\.254\.169\.254|metadata\.google\.internal|kubectl get secrets?\b`,
])

/** A variable that holds the key of a cloud, a registry or a code host. */
export const KEY_VARIABLE = String.raw`\b(?:${[
  'AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|NPM_TOKEN|PYPI_TOKEN|ANTHROPIC_API_KEY|OPENAI_API_KEY',
  'STRIPE_(?:SECRET_)?KEY|[A-Z]{2,20}_(?:PASSWORD|SECRET(?:_KEY)?|PRIVATE_KEY|ACCESS_TOKEN|API_TOKEN)',
].join('|')})\b`
