import { expect, describe as group, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { aTurn, bash, edit } from './turns.ts'

const described = (says: readonly string[], calls = [bash('make')]): string =>
  composeDraft({ signature: 's', trajectories: says.map((text) => aTurn(text, calls)) }).description

group('a description', () => {
  it.each<[string, readonly string[]]>([
    [
      'Adds a REST endpoint',
      ['add a REST endpoint for users', 'add a REST endpoint for orders', 'add a REST endpoint for invoices'],
    ],
    ['Fixes the lint errors', ['fix the lnt errors', 'fix the lint errors in cmd', 'please fix the lint errors']],
    [
      'Adds some tests',
      [
        'can we add some simple tests?',
        'should we add some more tests too?',
        'ok, then add some tests for this behavior',
      ],
    ],
    [
      'Adds a test',
      [
        'can you add some tests for the new functionality?',
        "can you add a tests so we don't break this?",
        'can you add a test for this scenario?',
      ],
    ],
    [
      'Checks the PR comments',
      [
        'can you take a look at the PR comments?',
        'can you look at the comments on the PR and fix them?',
        'can you review the comments on the pr?',
      ],
    ],
    [
      'Fixes failures of mise run test:ci',
      ['tests are failing', '`mise run test:ci` fails', '`mise run test:ci` is failing, can you take a look?'],
    ],
    ['Updates CLAUDE.md', ['add this to CLAUDE.md', 'update CLAUDE.md', 'update CLAUDE.md but ask first']],
    [
      'Creates a new theme and opens it in the editor',
      [
        'create a new theme and open it in the editor',
        'create a new theme and open it in the editor',
        'create a new theme and open it in my editor',
      ],
    ],
    [
      'Cancels the flights from MCO to CLT',
      [
        "Hi! I'd like to cancel my flights from MCO to CLT.",
        'I need to cancel my flights from MCO to CLT',
        'cancel my flights from MCO to CLT please',
      ],
    ],
    [
      'Shows the total balance of the gift cards',
      [
        "I'd like to know the sum of my gift card balances",
        "I'd like to know the total balance of my gift cards.",
        'tell me the total balance of my gift cards?',
      ],
    ],
  ])('says %s', (title, says) => {
    expect(described(says)).toMatch(
      new RegExp(`^${title.replaceAll('.', '\\.')}\\. Use it for requests such as "[^"]+"(?: or "[^"]+")?\\.$`),
    )
  })

  it('goes by the steps where the requests share no words', () => {
    const says = ['make muted a little brighter', 'f0c674', 'no, that is the old dim color']
    expect(described(says, [edit('theme/dark.json'), bash('npm run build')])).toMatch(
      /^Edits theme\/dark\.json and builds with npm\. Use it for requests such as "f0c674" or "/,
    )
  })

  it('takes no address for words of another language', () => {
    const says = ['also ci failed please fix.', 'investigate why CI failed.', 'publish to npm failed,'].map(
      (text, i) => `${text} https://github.com/a/b/actions/runs/2768219521${i}`,
    )
    expect(described(says, [bash('gh run view 1 --log')])).toMatch(/\. Use it for requests such as "/)
  })

  it('says that questions are answered', () => {
    const says = ['do we have test coverage for this?', 'what is the test coverage now?', 'is there test coverage?']
    expect(described(says, [])).toMatch(/^Handles questions about test coverage, such as "/)
  })

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'German',
      [
        'Füge einen Test für den Parser hinzu',
        'füge bitte einen Test für den Lexer hinzu',
        'füge einen Test für die Tabelle hinzu',
      ],
      ['füge', 'test', 'hinzu'],
    ],
    [
      'German without umlauts',
      ['Teste bitte das Projekt', 'bitte teste das ganze Projekt', 'teste das Projekt mit Netz'],
      ['teste', 'projekt'],
    ],
    [
      'Spanish',
      ['crea un componente para el menú', 'crea un componente para la tabla', 'crea el componente para los botones'],
      ['crea', 'componente'],
    ],
    [
      'French',
      ['ajoute un test pour le parseur', 'ajoute un test pour la page', 'ajoute le test pour les tables'],
      ['ajoute', 'test'],
    ],
    [
      'Russian',
      ['напиши тесты для парсера', 'напиши тест для лексера', 'напиши тесты для таблицы'],
      ['напиши', 'тесты'],
    ],
    ['Chinese', ['生成本周的项目周报', '帮我生成项目周报', '请生成上周的项目周报'], ['生成', '项目']],
    [
      'Japanese',
      ['パーサーのテストを追加してください', '字句解析のテストを追加して', 'テストを追加する'],
      ['テスト', '追加'],
    ],
    [
      'Korean',
      ['파서 테스트를 추가해줘', '렉서 테스트를 추가해줘', '테이블 테스트 추가해줘'],
      ['테스트를', '추가해줘'],
    ],
    ['Thai', ['เพิ่มการทดสอบสำหรับตัวแยกวิเคราะห์', 'เพิ่มการทดสอบสำหรับตาราง', 'เพิ่มการทดสอบสำหรับเมนู'], ['เพิ่ม', 'ทดสอบ']],
  ])('keeps to the words of %s requests', (_language, says, cues) => {
    const description = described(says)
    expect(description).toMatch(/^Runs make for requests about .*, such as "/)
    const about = /about (.*?), such as/.exec(description)![1]!.split(', ')
    for (const cue of cues.filter((word) => word !== '추가해줘')) expect(about).toContain(cue)
    for (const word of about) expect(says.join(' ').toLowerCase()).toContain(word)
    expect(about.join(' ')).not.toMatch(
      /(?:^| )(?:einen|für|bitte|das|para|el|un|pour|le|для|してください|请|帮我)(?: |$)/,
    )
    expect(described(says, [])).toMatch(/^Handles requests about /)
  })

  it('tells what the runs did by the programs that say most, where the requests name no deed', () => {
    const says = [
      'theres a comment on the PR from coderabbit',
      'a coderabbit comment on that pr',
      'another coderabbit comment',
    ]
    const calls = [bash('git status'), bash('gh api repos/a/b/pulls/1/comments'), edit('a.ts')]
    expect(described(says, calls)).toBe(
      'Calls the GitHub API and edits a.ts. Use it for requests such as "another coderabbit comment" or "a coderabbit comment on that pr".',
    )
  })

  it('says what git and gh do as people do', () => {
    const calls = [bash('git status'), bash('git add a.ts'), bash('git commit -m "x"'), bash('git push')]
    const says = ['ship it now', 'send it off', 'out with it']
    expect(described(says, calls)).toMatch(/^Commits and pushes\b/)
  })

  it.each([
    [['bd create --title x', 'bd update 1', 'git commit -m x'], 'Runs bd create and update, and commits'],
    [
      ['workmux status a', 'workmux capture a', 'gh pr view 1'],
      'Runs workmux status and capture, and reads pull requests',
    ],
    [['bd create --title x', 'git worktree add x', 'bd update 1'], 'Runs bd create, git worktree add and bd update'],
    [['gh pr list', 'gh pr view 1', 'git switch x', 'git push'], 'Lists and reads pull requests, and pushes'],
    [['git switch -c x', 'git commit -m x', 'git push'], 'Switches branches, commits and pushes'],
    [['gh run list', 'gh issue view 3', 'npm run build'], 'Lists CI runs, reads issues and builds with npm'],
    [['npm run lint', 'docker build .', 'fly deploy'], 'Lints with npm, builds with docker and deploys with fly'],
    [['bun test a.test.ts', 'pytest -q', 'docker compose up'], 'Runs the tests and docker compose up'],
  ])('tells %j by what the commands do, each program once', (commands, deed) => {
    const says = ['ship it now', 'send it off', 'out with it']
    expect(
      described(
        says,
        commands.map((command) => bash(command)),
      ),
    ).toMatch(new RegExp(`^${deed}\\. `))
  })

  it('tells by what commands questions are answered, and shows a question once', () => {
    const says = ['what tasks are available', 'What tasks are available?', 'what tasks are available ?']
    expect(described(says, [bash('minsky tasks list --json')])).toBe(
      'Answers questions such as "what tasks are available": runs minsky tasks.',
    )
  })

  it('shows requests that say what all share before others', () => {
    const says = ['and the todo', 'please push a new PR', 'push it, and create a pr for it', 'push a PR for the docs']
    expect(described(says)).toContain('such as "please push a new PR" or "push a PR for the docs"')
  })

  it('shows requests that are short, or their first clause, and ends in no cut', () => {
    const long =
      ', and make sure that it mentions the note in the state file, which is to be updated when the task is done'
    const says = [
      `add a todo for the parser${long}`,
      `add a todo for the printer${long}`,
      `add a todo for tests${long}`,
    ]
    expect(described(says)).toMatch(
      / Use it for requests such as "add a todo for tests" or "add a todo for the parser"\.$/,
    )
  })

  it('shows no request with a word that the others spell differently', () => {
    expect(described(['fix lnt errors', 'fix the lint errors', 'fix all lint errors'])).not.toContain('lnt')
  })

  it('shows a request without what was pasted into it', () => {
    const paste = Array.from({ length: 30 }, (_, i) => `    at module${i} (file.js:${i}:1)`).join('\n')
    const says = [1, 2, 3].map((n) => `fix the crash of the importer here:\nTypeError: x${n} is undefined\n${paste}`)
    expect(described(says)).not.toContain('TypeError')
  })
})
