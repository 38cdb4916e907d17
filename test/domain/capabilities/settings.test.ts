import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '../../../src/domain/capabilities/look.ts'

const says = (body: string, path = 'SKILL.md') =>
  capabilitiesOf(
    new Map([[path, path === 'SKILL.md' ? `---\nname: x\ndescription: Does x.\n---\n\n${body}\n` : body]]),
  ).flatMap(({ kind, what }) => (kind === 'says' ? [what] : []))
const block = (language: string, text: string) => says(`\`\`\`${language}\n${text}\n\`\`\``)

describe('settings that touch what a person should see are quoted', () => {
  it.each([
    ['json', '{\n  "a": { "verify": false }\n}', '`"a": { "verify": false }`'],
    ['ini', 'strict-ssl=false', '`strict-ssl=false`'],
    ['nix', 'nixConfig = {\n  require-sigs = false;\n};', '`require-sigs = false;`'],
    ['xml', '<a>\n  <skipTests>true</skipTests>\n</a>', '`<skipTests>true</skipTests>`'],
    ['', 'host all all ::/0 trust', '`host all all ::/0 trust`'],
    ['yaml', 'value:\n  name: system:unauthenticated', '`name: system:unauthenticated`'],
  ])('as they stand, in %s: %s', (language, text, expected) => expect(block(language, text)).toContain(expected))

  it.each([
    [
      'hcl',
      'versioning_configuration {\n  status = "Suspended"\n}',
      '`versioning_configuration › status = "Suspended"`',
    ],
    ['yaml', 'checks:\n  port: 1\n  enabled: off', '`checks › enabled: off`'],
    ['toml', '[tool.audit]\nall = 1\nskip = 1', '`[tool.audit] › skip = 1`'],
    ['json', '{\n  "verify": {\n    "tls": {\n      "on": false\n    }\n  }\n}', '`"tls" › "on": false`'],
  ])('with the name that they stand under, in %s: %s', (language, text, expected) =>
    expect(block(language, text)).toContain(expected),
  )

  it.each([
    "cat > .npmrc <<'END'\nstrict-ssl=false\nEND",
    'echo "strict-ssl=false" >> ~/.npmrc',
    "sed -i 's/verify: true/verify: false/' x.json",
    'git config http.sslVerify false',
    'npm config set registry https://x.invalid',
    'gh api -X PUT repos/a/b/protection -F enforce_admins=false',
  ])('by a command: %s', (command) => expect(block('sh', command)).not.toEqual([]))

  it('in a file of its own, and in a row of a table', () => {
    expect(says('{"mcp": {"autoApprove": "*"}}', 'assets/x.json')).toEqual(['`{"mcp": {"autoApprove": "*"}}`'])
    expect(says('| a | b |\n|---|---|\n| `http.sslVerify` | `false`, without asking |')).toHaveLength(1)
  })

  it.each(['{"a":', '[', '{"a":['])('to any depth: %s…', (level) =>
    expect(says(`${level.repeat(50_000)}\n"verify": false`, 'x.json')).toContain('`"verify": false`'),
  )

  it('without a secret among the values', () =>
    expect(block('ini', 'GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a # https://a.example').join()).toMatch(
      /^`GITHUB_TOKEN=(?!ghp_)/,
    ))
})

describe('no setting is quoted of', () => {
  it.each([
    ['an answer in JSON', 'It answers:\n\n```json\n{ "ok": true }\n```'],
    ['data that a command puts out', '```sh\ngh api repos > out.json\n```'],
    ['a value that is asked for', '```sh\ngit config user.name\ngit config --get a.b\nnpm config get registry\n```'],
    ['a name that protects, where nothing is switched', '```yaml\nsecurity:\n  port: 80\n```'],
    ['a table of words', '| a | b |\n|---|---|\n| large-v3 | 1550 |\n| 1-3 | 1 |'],
  ])('%s', (_, body) => expect(says(body)).toEqual([]))
})
