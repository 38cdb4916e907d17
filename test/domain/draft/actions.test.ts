import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../../src/domain/draft/actions.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { bash } from './turns.ts'

const P = '/home/ann/app'
const call = (name: string, input: unknown, more: Partial<ToolCall> = {}): ToolCall => ({
  name,
  input,
  ok: true,
  ...more,
})
const acted = (...toolCalls: ToolCall[]) => actionsOf({ projectDir: P, toolCalls })
/** Actions as short text: head, then what varies. */
const said = (...toolCalls: ToolCall[]) =>
  acted(...toolCalls).map(({ head, input }) => `${head} ${Object.values(input).flat().join(' ')}`.trim())

describe('actionsOf', () => {
  it.each<[string, ToolCall, string[]]>([
    ['Claude Code', call('Read', { file_path: `${P}/src/a.ts`, offset: 3 }), ['READ src/a.ts']],
    ['Claude Code', call('Grep', { pattern: 'foo', path: `${P}/src` }), ['SEARCH foo src']],
    ['Claude Code', call('Glob', { pattern: '**/*.go' }), ['LIST **/*.go .']],
    ['Claude Code', call('MultiEdit', { file_path: `${P}/a.py`, edits: [] }), ['EDIT a.py']],
    ['Claude Code', call('Write', { file_path: '/home/bob/x.md', content: 'x' }), ['WRITE ~/x.md']],
    ['Claude Code', call('TodoWrite', { todos: [] }), []],
    ['Claude Code', call('WebSearch', { query: 'q' }), ['CALL WebSearch q']],
    ['Claude Code', call('mcp__playwright__browser_snapshot', {}), ['CALL mcp__playwright__browser_snapshot']],
    ['Codex', call('shell', { command: ['bash', '-lc', "sed -n '1,40p' src/a.rs"] }), ['READ src/a.rs']],
    ['Codex', call('exec_command', { cmd: 'rg -n needle src | head' }), ['SEARCH needle src']],
    [
      'Codex',
      call('shell', { command: ['git', 'status', '--short'], workdir: P }),
      ['RUN git status git status --short'],
    ],
    ['Codex', call('update_plan', { plan: [] }), []],
    [
      'Codex',
      call('apply_patch', {
        input: '*** Begin Patch\n*** Update File: src/a.rs\n@@\n*** Add File: b.rs\n*** End Patch',
      }),
      ['EDIT src/a.rs', 'WRITE b.rs'],
    ],
    [
      'Codex',
      call('shell', { command: ['apply_patch', '*** Begin Patch\n*** Delete File: old.rs\n*** End Patch'] }),
      ['EDIT old.rs'],
    ],
    ['Gemini', call('read_file', { absolute_path: `${P}/README.md` }), ['READ README.md']],
    ['Gemini', call('run_shell_command', { command: 'npm test', directory: 'web' }), ['RUN npm test npm test web']],
    ['Gemini', call('search_file_content', { pattern: 'x' }), ['SEARCH x .']],
    ['Gemini', call('replace', { file_path: `${P}/a.ts`, old_string: 'a', new_string: 'b' }), ['EDIT a.ts']],
    ['Qwen', call('read_many_files', { paths: ['a.ts', 'b.ts'] }), ['READ a.ts', 'READ b.ts']],
    ['Qwen', call('todo_write', { todos: [] }), []],
    ['pi', call('edit', { path: 'src/x.ts', oldText: 'a', newText: 'b' }), ['EDIT src/x.ts']],
    ['pi', call('find', { pattern: '*.ts', path: 'src' }), ['LIST *.ts src']],
    ['an API', call('get_user', { user_id: 'u1' }), ['CALL get_user u1']],
    ['an API', call('replace', { order: 7 }), ['CALL replace 7']],
    ['an API', call('think', { thought: 'hmm' }), []],
  ])('%s: %j', (_engine, made, actions) => {
    expect(said(made)).toEqual(actions)
  })

  it.each([
    [`cat ${P}/src/a.ts`, ['READ src/a.ts']],
    ['head -n 20 a.ts', ['READ a.ts']],
    ["sed -i 's/a/b/' a.ts", ['EDIT a.ts']],
    ["cat > docs/new.md <<'EOF'\nhello\nEOF", ['WRITE docs/new.md']],
    ['find src -name "*.ts"', ['LIST *.ts src']],
    ['find . -name "*.o" -delete', ['RUN find find . -name "*.o" -delete']],
    ['ls -la src', ['LIST src']],
    ['grep -C 3 "a b" README.md', ['SEARCH a b README.md']],
    ['git grep -n needle', ['SEARCH needle .']],
    ['npx vitest run test/a.test.ts', ['RUN vitest run npx vitest run test/a.test.ts']],
    ['uv run pytest -q', ['RUN pytest uv run pytest -q']],
    ['python3 -m pytest tests', ['RUN pytest tests python3 -m pytest tests']],
    ['python scripts/gen.py --all', ['RUN python scripts/gen.py python scripts/gen.py --all']],
    ['npm run lint -- --fix', ['RUN npm run lint npm run lint -- --fix']],
    ['gh pr view 12', ['RUN gh pr view gh pr view 12']],
    ['git -C web --no-pager log -3', ['RUN git log git -C web --no-pager log -3']],
    [`cd ${P}/web && npm ci`, ['RUN npm ci npm ci web']],
    ['./node_modules/.bin/eslint .', ['RUN eslint eslint .']],
    ['CI=1 go test ./...', ['RUN go test CI=1 go test ./...']],
  ])('%s', (command, actions) => {
    expect(said(bash(command))).toEqual(actions)
  })

  it('blames the command that the error names, else the check, else the last; what waited for it never ran', () => {
    const ends = (command: string, more: Partial<ToolCall>) =>
      acted(bash(command, { ok: false, ...more })).map(({ ok }) => ok)
    expect(ends('npm ci && npm run lint && git push', { exitCode: 1 })).toEqual([true, false])
    expect(ends('foo a && bar b', { error: 'bash: foo: command not found' })).toEqual([false])
    expect(ends('foo a && bar b', {})).toEqual([true, false])
    expect(ends('foo; bar', { exitCode: 2 })).toEqual([true, false])
  })

  it('takes 1 from a search as an answer and anything else as a failure', () => {
    expect(acted(bash('rg needle', { ok: false, exitCode: 1 }))[0]?.ok).toBe(true)
    expect(acted(bash('rg needle', { ok: false, exitCode: 2 }))[0]?.ok).toBe(false)
    expect(acted(bash('npm test', { ok: false, exitCode: 1 }))[0]?.ok).toBe(false)
  })

  it('tells checks and hidden exit statuses', () => {
    expect(acted(bash('npm test | tail')).map(({ check, masked }) => ({ check, masked }))).toEqual([
      { check: true, masked: true },
    ])
    expect(acted(bash('npm test', { maskedPipe: true }))[0]?.masked).toBe(true)
    expect(acted(bash('git diff test/a.ts'))[0]?.check).toBe(false)
  })

  it('knows paths from the folder of the call, and homes as nobody’s', () => {
    expect(said({ ...bash('cat a.ts'), cwd: `${P}/web` })).toEqual(['READ web/a.ts'])
    expect(said(bash('cp /Users/eve/x.pem /etc/y'))).toEqual(['RUN cp cp ~/x.pem /etc/y'])
    expect(
      actionsOf({ toolCalls: [{ ...call('Read', { file_path: '/srv/p/a.ts' }), cwd: '/srv/p' }] })[0]?.input,
    ).toEqual({
      path: 'a.ts',
    })
  })
})
