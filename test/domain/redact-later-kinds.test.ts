import { expect, it } from 'vitest'
import { redactText } from '../../src/domain/redact.ts'

/** A text, the secret in it, and the same words without one. */
const KINDS: readonly (readonly [kind: string, secret: string, text: (secret: string) => string, twin: string])[] = [
  [
    'a seed phrase',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    (s) => `my seed phrase is: ${s}`,
    'my seed phrase is: twelve words long, and written on paper at home in a drawer',
  ],
  ['a log-in by token', 'xQ3.k9Zt.Pw72mLsd81Vbq0', (s) => `client.login("${s}")`, 'client.login("anonymous")'],
  [
    'PowerShell',
    'Ps4kd0sq!',
    (s) => `ConvertTo-SecureString "${s}" -AsPlainText -Force`,
    'ConvertTo-SecureString $env:PW -AsPlainText -Force',
  ],
  ['an account of Windows', 'Nu7dk2pq', (s) => `net user bob ${s} /add`, 'net user bob /delete'],
  ['sqlcmd', 'Sq9fk2ll!', (s) => `sqlcmd -S h -U sa -P ${s} -Q "select 1"`, 'sqlcmd -S h -E -Q "select 1"'],
  ['a social security number', '078-05-1120', (s) => `her SSN: ${s}`, 'part 078-05-1120 of the order'],
  ['a backup code', 'k3v9x-q2m7p', (s) => `backup code: ${s}`, 'backup code: see the runbook'],
  [
    'a token in hexadecimal',
    '0f3b9c1d7e5a482690bcad13f7e6d254',
    (s) => `the auth token ${s} works`,
    'the commit 0f3b9c1d7e5a482690bcad13f7e6d254 works',
  ],
  [
    'a password of a place',
    'Pa4kd8z7#',
    (s) => `the admin password on prod is ${s}, ok?`,
    'the admin password on prod is too short, ok?',
  ],
  [
    'a password of two words at the end of a sentence',
    'CorrectHorse',
    (s) => `Reverted, since it was done with password: ${s}`,
    'const password: SecretBox',
  ],
  [
    'a key of WireGuard that begins like a path',
    '/8jJ0cV7hX2mQ9wZ1rT5yU3iO6pA4sD8fG0hK2lM7nE=',
    (s) => `PrivateKey = ${s}`,
    'PrivateKey = /etc/wireguard/private.key',
  ],
  [
    'a random word with one digit',
    'kQwZrTbNmXcVpLsDgHjFyReWaUiOvC7t',
    (s) => `try it with ${s} instead`,
    'try it with getElementsByTagNameWithNamespaceURI2 instead',
  ],
]

it.each(KINDS)('%s goes', (_, secret, text) => {
  expect(redactText(text(secret)).text).not.toContain(secret)
})

it.each(KINDS)('%s: the same words without a secret stay', (_, __, ___, twin) => {
  expect(redactText(twin).text).toBe(twin)
})

it('an address of IPFS is public', () => {
  const text = 'ipfs get QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
  expect(redactText(text).text).toBe(text)
})
