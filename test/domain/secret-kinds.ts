// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Maven, Spring and npm write references so.
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
const PASS = ['Tr0ub4', 'dor&3x'].join('')
const WORDS = ['Correct', 'Horse', 'Battery'].join('')
const LONG = ['Zk8vQ2mN7xR4', 'tY6wL9pB3cD5', 'fG1hJ0sA'].join('')
const HEX = ['9f86d081884c7d65', '9a2feaa0c55ad015'].join('')
const PEM = ['LS0tLS1CRUdJTiBSU0EgUFJJ', 'VkFURSBLRVktLS0tLQpNSUlFb3dJ'].join('')
const SEED = 'ripple scatter velvet canyon marble orbit tunnel clutch harvest ginger lonely puzzle'
const CARD = ['4539 1488', '0343 6467'].join(' ')
const IBAN = ['DE89 3704 0044', '0532 0130 00'].join(' ')
const ESC = '\u001b'

const kind = (kind: string, secret: string, show: (secret: string) => string, harmless: string): SecretKind => ({
  kind,
  secret,
  shown: show(secret),
  harmless,
})

export const SECRET_KINDS: readonly SecretKind[] = [
  kind('Oracle over JDBC', PASS, (value) => `jdbc:oracle:thin:scott/${value}@db:1521/x`, 'jdbc:oracle:thin:@db:1521/x'),
  kind(
    'net use',
    PASS,
    (value) => `net use Z: \\\\srv\\share ${value} /user:bob`,
    'net use Z: \\\\srv\\share /user:bob',
  ),
  kind(
    'what a script types',
    PASS,
    (value) => `child.expect('password:')\nchild.sendline('${value}')`,
    "child.expect('password:')\nchild.sendline(secret)",
  ),
  kind('sqlcmd -P', PASS, (value) => `sqlcmd -S db -U app -P ${value}`, 'sqlcmd -S db -U app -P "$PASS"'),
  kind('recovery code', 'k4fz-92qx', (value) => `the recovery code is ${value}`, 'the recovery code is in the safe'),
  kind('token in a sentence', HEX, (value) => `use the auth token ${value} for it`, 'use the auth token of the job'),
  kind(
    'piped to a store',
    LONG,
    (value) => `echo "${value}" | vercel env add NAME`,
    'echo "$VALUE" | vercel env add NAME',
  ),
  kind('Vault, older form', `s.${LONG}`, (value) => `export VAULT_TOKEN=${value}`, 'export VAULT_TOKEN=config.token'),
  kind('npm --otp', '493817', (value) => `npm publish --otp=${value}`, 'npm publish --otp="$OTP"'),
  // Files of settings
  kind(
    'netrc',
    PASS,
    (s) => `machine api.example.org login bob password ${s}`,
    'the machine asks for a login, then a password is needed',
  ),
  kind(
    'netrc in lines',
    PASS,
    (s) => `machine api.example.org\n  login bob\n  password ${s}`,
    'login page\nand the password field',
  ),
  kind('yaml block scalar', PASS, (s) => `db:\n  password: |\n    ${s}\n`, 'description: |\n    Runs the tests.\n'),
  kind('yaml folded scalar', PASS, (s) => `password: >-\n  ${s}\n`, 'summary: >-\n  two lines of text\n'),
  kind('rails secret base', HEX, (s) => `SECRET_KEY_BASE=${s}`, 'SECRET_KEY_BASE=$(rails secret)'),
  kind('xml element', PASS, (s) => `<password>${s}</password>`, '<password>${db.password}</password>'),
  kind(
    'xml element with a prefix',
    PASS,
    (s) => `<ns:password type="text">${s}</ns:password>`,
    '<xs:element name="password" type="xs:string"/>',
  ),
  kind('xml attribute', PASS, (s) => `<user name="bob" password="${s}"/>`, '<input type="password" name="pw"/>'),
  kind('ini value', PASS, (s) => `[db]\npassword = ${s}\n`, '[db]\npassword = \n'),
  kind('properties', PASS, (s) => `spring.datasource.password=${s}`, 'spring.datasource.password=${DB_PASSWORD}'),
  kind('json', PASS, (s) => `{"password": "${s}"}`, '{"password": "string"}'),
  kind('escaped json', PASS, (s) => `"{\\"password\\": \\"${s}\\"}"`, '"{\\"password\\": null}"'),
  kind('yaml word', WORDS, (s) => `password: ${s}`, 'password: required'),
  kind('kubeconfig', PEM, (s) => `client-key-data: ${s}`, 'client-key-data: REDACTED'),
  kind('wifi', PASS, (s) => `psk="${s}"`, 'psk=<your key>'),
  kind('wifi without quotes', PASS, (s) => `psk=${s}`, 'key_mgmt=WPA-PSK'),
  kind('pgpass', PASS, (s) => `db.example.org:5432:app:bob:${s}`, 'src/a.ts:12:5:error:TS2304'),
  kind(
    'docker auth',
    Buffer.from(`bob:${PASS}`).toString('base64'),
    (s) => `{"auths":{"r.example.org":{"auth":"${s}"}}}`,
    '{"auths":{"r.example.org":{}}}',
  ),
  kind(
    'npmrc',
    LONG,
    (s) => `//registry.example.org/:_authToken=${s}`,
    '//registry.example.org/:_authToken=${NPM_TOKEN}',
  ),
  kind(
    'htpasswd line',
    ['$apr1$', 'x7Yq2zKp', '$Wm3nB5vC8xZ1aS4dF6gH0.'].join(''),
    (s) => `bob:${s}`,
    'costs $apr in the table',
  ),
  // Environments and flags
  kind('environment', PASS, (s) => `export DB_PASSWORD='${s}'`, "export DB_PASSWORD='$PW'"),
  kind('flag', PASS, (s) => `tool --password ${s}`, 'tool --password-file /run/pw'),
  kind('flag with equals', PASS, (s) => `tool --password=${s}`, 'tool --password-stdin'),
  kind(
    'passphrase in quotes',
    'blue moon over red river',
    (s) => `--passphrase "${s}"`,
    'the passphrase "prompt" is shown',
  ),
  kind(
    'passphrase assigned',
    'blue moon over red river',
    (s) => `passphrase = "${s}"`,
    'title = "blue moon over red river"',
  ),
  kind('mysql', PASS, (s) => `mysql -u root -p'${s}' app`, 'mysql -u root -p app'),
  kind('mongosh', PASS, (s) => `mongosh -u bob -p ${s} db`, 'mongosh --port 27017 db'),
  kind('keystore', PASS, (s) => `keytool -genkey -storepass ${s} -alias a`, 'keytool -list -keystore a.jks'),
  kind('samba', 'hunter2X9', (s) => `smbclient //h/share -U bob%${s}`, 'printf "%s" -U bob'),
  kind('htpasswd', PASS, (s) => `htpasswd -b .htpasswd bob ${s}`, 'htpasswd .htpasswd bob'),
  kind('zip', PASS, (s) => `zip -P ${s} a.zip b`, 'zip -r a.zip b'),
  kind('unzip', PASS, (s) => `unzip -P ${s} a.zip`, 'unzip -o a.zip'),
  kind('7z', PASS, (s) => `7z x a.7z -p${s}`, '7z x a.7z -oout'),
  kind('sshpass', PASS, (s) => `sshpass -p ${s} ssh h`, 'sshpass -e ssh h'),
  kind('ldap', PASS, (s) => `ldapsearch -D cn=admin -w ${s} -b dc=x`, 'ldapsearch -W -b dc=x'),
  kind('redis', PASS, (s) => `redis-cli -a ${s} ping`, 'redis-cli ping'),
  kind('curl', PASS, (s) => `curl -u bob:${s} https://x.example`, 'docker run -u 1000:1000 x'),
  kind('openssl', PASS, (s) => `openssl enc -pass pass:${s}`, 'openssl enc -pass env:PW'),
  kind('chpasswd', PASS, (s) => `echo 'bob:${s}' | chpasswd`, "echo 'bob:x' | tr : ' '"),
  // SQL and code
  kind('sql user', PASS, (s) => `CREATE USER bob IDENTIFIED BY '${s}'`, 'rows are IDENTIFIED BY their id'),
  kind('postgres user', PASS, (s) => `ALTER ROLE bob WITH PASSWORD '${s}'`, 'ALTER ROLE bob WITH LOGIN'),
  kind('call', PASS, (s) => `client.login("bob", "${s}")`, 'client.login("bob", password)'),
  kind(
    'constructor',
    PASS,
    (s) => `new Connection({ user: 'bob', password: '${s}' })`,
    'new Connection({ user, password })',
  ),
  // Headers and addresses
  kind(
    'a password of Google for one program',
    ['ofuw xlbe', 'qzrd hnav'].join(' '),
    (s) => `  pass: ${s}`,
    '  pass: enter your own here',
  ),
  kind('cookie of curl', LONG, (s) => `curl 'https://x.example/me' -b 'connect.sid=${s}'`, 'git commit -b "a=b"'),
  kind(
    'password of a connection string',
    'Kestrel#Ladder_41',
    (s) => `Server=x;User Id=y;Password=${s};Encrypt=True`,
    'Server=x;Encrypt=True',
  ),
  kind(
    'la contraseña',
    'T0rtuga-Verde-9',
    (s) => `el usuario es soporte y la contraseña ${s} (cambiarla)`,
    'la contraseña larga',
  ),
  kind('vault header', LONG, (s) => `curl -H "X-Vault-Token: ${s}" https://v.example`, 'X-Vault-Token: $VAULT_TOKEN'),
  kind('api key header', LONG, (s) => `X-Api-Key: ${s}`, 'X-Request-Id: 42'),
  kind('bearer', LONG, (s) => `Authorization: Bearer ${s}`, 'Authorization: Bearer <token>'),
  kind('cookie', LONG, (s) => `Cookie: session=${s}`, 'Cookie: none'),
  kind(
    'url password',
    PASS,
    (s) => `postgres://bob:${s.replace('&', '%26')}@db/app`.replace('%26', '&'),
    'postgres://bob@db/app',
  ),
  kind('url query', LONG, (s) => `https://x.example/a?access_token=${s}&b=1`, 'https://x.example/a?page=2&b=1'),
  kind('percent-encoded setting', LONG, (s) => `body=password%3D${s}%26a%3D1`, 'body=name%3Dbob%26a%3D1'),
  kind('percent-encoded json', LONG, (s) => `%22api_key%22%3A%22${s}%22`, '%22page%22%3A%222%22'),
  // Split by what no eye sees
  kind(
    'ansi colours',
    PASS,
    (s) => `password=${s.slice(0, 4)}${ESC}[1m${s.slice(4)}`,
    `${ESC}[1mpassed${ESC}[0m 12 tests`,
  ),
  kind('ansi around', PASS, (s) => `${ESC}[32mpassword${ESC}[0m=${ESC}[1m${s}${ESC}[0m`, `${ESC}[32mok${ESC}[0m = 1`),
  kind('zero width in the name', PASS, (s) => `pass\u200bword=${s}`, 'zero\u200bwidth text'),
  kind('zero width in the value', PASS, (s) => `password=${s.slice(0, 5)}\u200b${s.slice(5)}`, 'a\u200bb'),
  // Tokens
  kind(
    'discord bot',
    ['MTE4NzY1NDMyMTA5ODc2NTQzMg', 'GxYz1a', 'Qw3rTy7uIoP9aSdF2gHjK4lZxC6vBnM8qWe'].join('.'),
    (s) => `bot ${s}`,
    'version v1.22.333',
  ),
  kind('one-time code', '839201', (s) => `your one-time code is ${s}`, 'the exit code is 839201'),
  kind('one-time code by its name', '492817', (s) => `OTP: ${s}`, 'PORT: 492817'),
  kind('verification code', '71-94-02'.replaceAll('-', ''), (s) => `Verification code: ${s}`, 'status code: 500'),
  kind('seed phrase', SEED, (s) => `seed phrase: ${s}`, 'random seed: 42 was used for every one of these runs'),
  kind('mnemonic', SEED, (s) => `mnemonic = "${s}"`, 'the mnemonic of the instruction'),
  kind('payment card', CARD, (s) => `card ${s} exp 12/29`, 'card 4242 4242 4242 4242 of the documentation'),
  kind('payment card in one', CARD.replaceAll(' ', ''), (s) => `pay with ${s}`, 'id 4539148803436468'),
  kind('bank account', IBAN, (s) => `transfer to ${s}`, 'model DE89 3704 0044 0532 0130 01'),
  kind(
    'private key',
    LONG + LONG,
    (s) => `-----BEGIN ${'PRIVATE'} KEY-----\n${s}\n-----END ${'PRIVATE'} KEY-----`,
    '-----BEGIN CERTIFICATE-----',
  ),
  // Prose
  kind('prose', PASS, (s) => `set the password to ${s} please`, 'set the password to something strong'),
  kind('prose with a name', PASS, (s) => `the password for bob is ${s}`, 'the password for bob is wrong'),
  kind('prose, use', PASS, (s) => `use ${s} as the password`, 'use bcrypt for the password'),
  kind('german', PASS, (s) => `das Passwort lautet ${s}`, 'das Passwort ist falsch'),
  kind('spanish', PASS, (s) => `la contraseña es ${s}`, 'la contraseña es obligatoria'),
  kind('french', PASS, (s) => `le mot de passe est ${s}`, 'le mot de passe est requis'),
  kind('russian', PASS, (s) => `пароль: ${s}`, 'пароль обязателен'),
  kind('chinese', PASS, (s) => `密码是 ${s}`, '密码是必填项'),
  kind('japanese', PASS, (s) => `パスワードは ${s} です`, 'パスワードは必須です'),
]

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
