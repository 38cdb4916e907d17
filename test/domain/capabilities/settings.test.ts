import { describe, expect, it } from 'vitest'
import { capabilityLines } from '../../../src/cli/finding-lines.ts'
import { inWords } from '../../../src/domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../../src/domain/capabilities/look.ts'

const look = (files: Readonly<Record<string, string>>) => capabilitiesOf(new Map(Object.entries(files)))
const writes = (body: string, path = 'SKILL.md') =>
  look({ [path]: path === 'SKILL.md' ? `---\nname: x\ndescription: Does x.\n---\n\n${body}\n` : body }).flatMap(
    ({ kind, what }) => (kind === 'writes' ? [what] : []),
  )
const sh = (text: string) => writes(`\`\`\`sh\n${text}\n\`\`\``)

describe('settings that a skill writes are named with their values', () => {
  it.each([
    ['a heading', '## renovate.json\n\n```json\n{ "a": { "b": false } }\n```', '`a.b = false` into renovate.json'],
    ['what stands before', 'In `.npmrc`:\n\n```ini\nstrict-ssl=false\n```', '`strict-ssl = false` into .npmrc'],
    [
      'a comment',
      '```yaml\n# ci/x.yml\non: push\njobs:\n  a:\n    - run: x # y\n```',
      '`jobs.a.run = x` into ci/x.yml',
    ],
    ['its language', '```toml\n[a]\nb = 1\n```', '`a.b = 1` into a file of toml'],
    [
      'a language of settings alone',
      '```nix\nnixConfig = {\n  require-sigs = false;\n};\n```',
      '`nixConfig.require-sigs = false` into a file of nix',
    ],
    ['its schema', '```json\n{ "$schema": "x", "b": true, }\n```', '`b = true` into a file of json'],
    ['tags', '`pom.xml`:\n\n```xml\n<a>\n  <skip>true</skip>\n</a>\n```', '`skip = true` into pom.xml'],
    [
      'lines',
      '## "no pg_hba.conf entry"\n\nPut:\n\n```\nhost all all ::/0 trust\n```',
      '`host all all ::/0 trust` into pg_hba.conf',
    ],
    ['a span', "Set `listen = '*'` in `db.conf`.", "`listen = '*'` into db.conf"],
    [
      'a table',
      '| a | b |\n|---|---|\n| `http.sslVerify` | `false` |',
      '`http.sslVerify = false` into settings (a table)',
    ],
  ])('in a text: by %s', (_, body, expected) => expect(writes(body)).toContain(expected))

  it.each([
    ["cat > .npmrc <<'END'\naudit=false\nEND", '`audit = false` into .npmrc'],
    ['echo "strict-ssl=false" >> ~/.npmrc', '`strict-ssl = false` into ~/.npmrc'],
    ["printf '* @x\\n' | sudo tee -a .github/CODEOWNERS", '`* @x` into .github/CODEOWNERS'],
    ['{ echo a=1; echo b=2; } > app.conf', '`b = 2` into app.conf'],
    ["sed -i 's/strict: true/strict: false/' tsconfig.json", '`s/strict: true/strict: false/` into tsconfig.json'],
    ['jq .x a.json > .github/x.json', '`jq .x a.json > .github/x.json` into .github/x.json'],
    [
      'cp assets/x.yml .github/workflows/x.yml',
      '`cp assets/x.yml .github/workflows/x.yml` into .github/workflows/x.yml',
    ],
    ['git config http.sslVerify false', '`git config http.sslVerify false` into the settings of git'],
    ['git config --global -f x.conf a.b c', '`git config --global -f x.conf a.b c` into the settings of git'],
    ['go env -w GONOSUMDB=* A=b', '`go env -w GONOSUMDB=* A=b` into the settings of go'],
    [
      'npm config set registry https://x.invalid',
      '`npm config set registry https://x.invalid` into the settings of npm',
    ],
    ['npm pkg set private=false', '`npm pkg set private=false` into the settings of npm'],
    [
      'gh api -X PUT repos/a/b/protection -F enforce_admins=false',
      '`gh api -X PUT repos/a/b/protection -F enforce_admins=false` into the settings of gh',
    ],
  ])('by a command: %s', (command, expected) => expect(sh(command)).toContain(expected))

  it.each([
    ['x.py', 'F = Path(".github/CODEOWNERS")\nF.write_text(x)', '.github/CODEOWNERS, by its code'],
    ['x.mjs', "writeFileSync('package.json', text)", 'package.json, by its code'],
    ['x.py', 'with open("app.ini", "w") as f:\n  f.write(x)', 'app.ini, by its code'],
    ['assets/x.json', '{"mcp": {"autoApprove": "*"}}', '`mcp.autoApprove = *` into assets/x.json'],
  ])('by a file of its own: %s: %s', (path, text, expected) => expect(writes(text, path)).toContain(expected))

  it('names what turns something on or off before the rest, and counts what is not shown', () => {
    const body = `\`a.json\`:\n\n\`\`\`json\n${JSON.stringify({ ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'x'])), off: false })}\n\`\`\``
    const found = look({ 'SKILL.md': body })
    expect(inWords(found)).toBe(
      'writes `off = false`, `k0 = x`, `k1 = x`, `k2 = x`, `k3 = x`, `k4 = x`, `k5 = x`, `k6 = x`, `k7 = x` and 12 more into a.json',
    )
    expect(capabilityLines(found).at(-2)).toMatch(/`off = false`, .*`k14 = x` and 5 more into a\.json \(SKILL\.md:4\)$/)
  })

  it.each(['{"a":', '[', '{"a":['])('reads settings to any depth, or says that it does not: %s…', (level) =>
    expect(look({ 'x.json': level.repeat(50_000) }).map(({ what }) => what)).toContain(
      'x.json, settings within settings',
    ),
  )

  it('shows no secret among the values', () =>
    expect(
      writes('`.env`:\n\n```ini\nGITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a\n```').join(),
    ).not.toContain('ghp_'))
})

describe('no setting is written by', () => {
  it.each([
    ['an answer in JSON', 'It answers:\n\n```json\n{ "ok": true }\n```'],
    ['data that a command puts out', '```sh\ngh api repos > out.json\n```'],
    ['a value that is asked for', '```sh\ngit config user.name\ngit config --get a.b\nnpm config get registry\n```'],
    ['commands beside a file', 'Read `a.json`, then:\n\n```\nnpm test\n```'],
    ['code of a program', '```ts\nconst options = { strict: false }\n```'],
    ['a file that a program reads', '```py\nwith open("a.json") as f:\n  x = f.read()\n```'],
    ['a table of words', '| a | b |\n|---|---|\n| large-v3 | 1550 |\n| 1-3 | 1 |'],
  ])('%s', (_, body) => expect(writes(body)).toEqual([]))
})
