import { fixture } from './redaction/planted-kinds.ts'

/** A way in which people and tools write a secret, and text that looks like it and holds none. */
export interface SecretKind {
  readonly kind: string
  /** What must not survive. */
  readonly secret: string
  readonly shown: string
  /** The same form without a secret: it stays as it is. */
  readonly harmless: string
}

/** Random by eye only; joined at run time, so that no scanner of repositories trips over them. */
const VALUES: Readonly<Record<string, string>> = {
  PASS: ['Tr0ub4', 'dor&3x'].join(''),
  WORDS: ['Correct', 'Horse', 'Battery'].join(''),
  LONG: ['Zk8vQ2mN7xR4', 'tY6wL9pB3cD5', 'fG1hJ0sA'].join(''),
  HEX: ['9f86d081884c7d65', '9a2feaa0c55ad015'].join(''),
  PEM: ['LS0tLS1CRUdJTiBSU0EgUFJJ', 'VkFURSBLRVktLS0tLQpNSUlFb3dJ'].join(''),
  SEED: 'ripple scatter velvet canyon marble orbit tunnel clutch harvest ginger lonely puzzle',
  CARD: ['4539 1488', '0343 6467'].join(' '),
  IBAN: ['DE89 3704 0044', '0532 0130 00'].join(' '),
}

/** The rows of a fixture: `{NAME}` is one of the values, and `[[…]]` the secret. */
export const SECRET_KINDS: readonly SecretKind[] = fixture<TwinRow>('twins.json').map(
  ({ kind, text, harmless, ...row }) => {
    const [shown, secret] = [text, row.secret ?? /\[\[(.*?)\]\]/s.exec(text)?.[1] ?? ''].map((one) =>
      one.replace(/\{([A-Z]+)\}/g, (_, name: string) => VALUES[name] ?? ''),
    ) as [string, string]
    return { kind, secret, shown: shown.replace(/\[\[|\]\]/g, ''), harmless }
  },
)

interface TwinRow extends Omit<SecretKind, 'secret' | 'shown'> {
  readonly text: string
  /** Where the text breaks it up. */
  readonly secret?: string
}

/** What looks random and is public: it stays whole. */
export const HARMLESS_STRINGS: readonly string[] = [
  'Authorization: Bearer YOUR_TOKEN_HERE',
  'kid: WQEWjWsdzRUeQCaXdPE13RdoVFQ0UhLfcf5ij_SqsBo',
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${'I+NH7ynRE398ct3gyzOWgna+gDQsQvSVD53ET33EJgco'} dev@example.com`,
  `-----BEGIN PUBLIC KEY-----\n${'ExWTMOvPEgheHVSJ7eZiW2uep9/WuheitzaE7IKg1L4pcWj+fIy3TVuBNl907zMb'}\n${'C7WGR++Nk72KpcYFCUOPAX24DMlgF0WNdESK+5bNkQmUlG66a9ds0sQyDw=='}\n-----END PUBLIC KEY-----`,
  `integrity sha512-${'z8mQ+Kf0L2pXw9Yd4bVn7cRt1sHj6gUe3oAi5TqWkB+xZ'}/NvMlCrPyEhDuJfSgOa8b==`,
  `+  "integrity": "sha512-${'z8mQKf0L2pXw9Yd4bVn7cRt1sHj6gUe3oAi5TqWkBxZNvMlCrPyEhDuJfSgOa8b'}=="`,
  `- resolution: {integrity: sha1-${'Kf0L2pXw9Yd4bVn7cRt1sHj6gUe='}}`,
  'request 1srOrx2ZWZBpBUvZwXKQmoEYga2',
  'ksuid 0ujtsYcgvSTl8PAuAdqWYSMnLOv',
  'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
  'https://drive.google.com/file/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz/view',
  'contract 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"',
  'data:font/woff2;base64,d09GMgABAAAAAAYQAA0AAAAACXgAAAW7AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'rename getUserAccountByEmailAddressOrPhoneNumberV2Async to findAccount',
  'AbstractSingletonProxyFactoryBeanTest2Impl3Factory fails',
  'base64 of it: SGVsbG8gV29ybGQgdGhpcyBpcyBhIHRlc3QgdGV4dA==',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'uuid 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'nanoid V1StGXR8_Z5jdHi6B-myT',
  'objectid 507f1f77bcf86cd799439011',
  'digest sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'h1:2lmEEMWXOu3sBkC7ZV4ejoWpUUFZZ8y4Xk5YkGs2vYg= in go.sum',
  'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 fingerprint',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl is a public key',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://figma.com/file/aBcDeFgHiJkLmNoPqRsTuV/Design',
  'etag W/"5d8c72a5edda8d6a:3239"',
  'chunk-vendors.3f2a9c1b.js loaded',
  'node_modules/.pnpm/@babel+core@7.24.0_supports-color@8.1.1',
  'arn:aws:iam::123456789012:role/deploy',
  'sg-0a1b2c3d4e5f67890 in vpc-0f1e2d3c',
  'https://github.com/o/r/commit/9fceb02d0ae598e95dc970b74767f19372d61af8',
  'trace 4bf92f3577b34da6a3ce929d0e0e4736',
  'parent 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'password must have 12 characters',
  'the token expired yesterday',
  'const token = await getToken(user)',
  'max_tokens: 4096',
  'key: "ArrowDown"',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq is an address',
  'phone 555-0100, order 2024-11-22-0001',
  'I18N_CONTEXT_MenuItemLabelV2ForSettingsPage3Title',
]
