/**
 * Secrets as providers write them, made at run time so that no scanner trips over this repository. A seed gives the
 * same secrets every time.
 */
export interface Planted {
  readonly kind: string
  /** What must not survive. */
  readonly secret: string
  /** The secret as a person or a tool would write it. */
  readonly shown: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ALNUM = `${LETTERS}${LETTERS.toUpperCase()}0123456789`
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Two secrets of each kind. */
export function plantedSecrets(seed = 7): readonly Planted[] {
  const random = generator(seed)
  const word = (length: number, alphabet = ALNUM) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  const plain = (kind: string, make: () => string, show: (secret: string) => string = (secret) => secret) => {
    const secret = make()
    return { kind, secret, shown: show(secret) }
  }
  const password = () => `${word(5, LETTERS)}${word(3, '0123456789')}!${word(3)}`
  return [0, 1].flatMap(() => [
    plain('aws access key', () => `AK${'IA'}${word(16, BASE32)}`),
    plain(
      'aws secret key',
      () => word(40),
      (s) => `aws_secret_access_key = ${s}`,
    ),
    plain('github token', () => `gh${'p_'}${word(36)}`),
    plain('github fine-grained token', () => `github_${'pat_'}${word(22)}_${word(59)}`),
    plain('gitlab token', () => `gl${'pat-'}${word(20)}`),
    plain('slack token', () => `xo${'xb-'}${word(12, '123456789')}-${word(12, '123456789')}-${word(24)}`),
    plain(
      'slack webhook',
      () => `T${word(8)}/B${word(8)}/${word(24)}`,
      (s) => `https://hooks.slack.com/services/${s}`,
    ),
    plain('stripe key', () => `sk_${'live_'}${word(24)}`),
    plain('google key', () => `AI${'za'}${word(35)}`),
    plain('openai key', () => `sk-${'proj-'}${word(48)}`),
    plain('anthropic key', () => `sk-${'ant-'}api03-${word(80)}`),
    plain('npm token', () => `np${'m_'}${word(36)}`),
    plain('pypi token', () => `py${'pi-'}AgEIcHlwaS5vcmc${word(60)}`),
    plain('jwt', () => `ey${'J'}${word(30)}.ey${'J'}${word(60)}.${word(43)}`),
    plain(
      'private key',
      () => word(64),
      (s) => `-----BEGIN ${'PRIVATE'} KEY-----\n${s}\n-----END ${'PRIVATE'} KEY-----`,
    ),
    plain('url password', password, (s) => `https://deploy:${s}@registry.example.org/path`),
    plain(
      'connection string',
      password,
      (s) => `Server=db;Database=x;User Id=app;${'Pass'}${'word'}=${s};Encrypt=true`,
    ),
    plain(
      'authorization header',
      () => word(32),
      (s) => `Authorization: ${'Bear'}${'er'} ${s}`,
    ),
    plain('user and password', password, (s) => `curl -u deploy:${s} https://example.org`),
    plain('environment variable', password, (s) => `export DATABASE_${'PASS'}${'WORD'}=${s}`),
    plain(
      'json key',
      () => word(20),
      (s) => `{"client_${'sec'}${'ret'}": "${s}"}`,
    ),
    plain('yaml key', password, (s) => `db:\n  ${'pass'}${'word'}: ${s}\n`),
    plain(
      'generated word',
      () => `${word(10)}aB3xY9${word(16)}`,
      (s) => `it printed ${s} there`,
    ),
  ])
}

/** A small linear congruential generator: numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
