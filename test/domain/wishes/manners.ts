/** Requests that say how work is to be done, as people type them to a coding agent; written for this test. */
export const MANNERS: readonly string[] = `
use tabs
use single quotes
be concise
answer in German
réponds en français
responde en español
auf Deutsch bitte
请用中文回答
日本語で答えて
use testify everywhere
please use testify everywhere
always run the linter first
always run the linter before you commit
keep answers short
keep your answers short please
Keep commit messages under 72 characters.
never use default exports
never push to main. It is protected.
prefer composition over inheritance
I prefer tabs
I'd prefer named exports
use pnpm instead of npm
use tabs instead of spaces
use testify in all tests
use type hints for every function
don't add comments
do not use emojis
don't use mocks in tests
stop adding comments
stop apologizing
no emojis
no more summaries
be concise
be more concise
answer in German
write comments in English
reply briefly
from now on use conventional commits
going forward, write tests with vitest
before every commit run the formatter
after each change run the tests
remember to run the linter before committing
make sure to always add a test
all functions must have docstrings
every commit message should start with a scope
we always squash
you should never touch generated code
avoid global variables
stick to the standard library
Verwende immer Tabs
antworte kurz
immer zuerst den Linter laufen lassen
réponds toujours en français
utilise toujours pnpm
siempre usa pnpm
usa siempre comillas simples
必ずテストを書いてください
テストは必ず書いてください
请总是使用 TypeScript
以后用中文回答
항상 테스트를 작성해 주세요
`
  .trim()
  .split('\n')

/** What looks like one and is none: a task, a statement, a question, or an order for here and now. */
export const NO_MANNERS: readonly string[] = `
use tabs in the settings page
use the tabs component
use it
be careful
use testify in this test
use checkpointID instead of cpID in cmd/entire/cli/session.go
use the new logger instead of fmt.Println in the auth service
do not stash anything, read the files you need
don't commit yet
don't touch it
never mind
always fails on CI
never works for me
fix the bug where the button always shows
add a rule that we should always run fmt
can you always run the linter?
why do you never run the tests?
keep backwards compatibility
keep going
keep the old endpoint
prefer the second option
use option 3
stop the server
remove comments
write docs
make sure the tests pass
remember the last decision
update CLAUDE.md that we should always run mise run fmt
always run the linter first, then rename the parser module and write a changelog
never seen this error, please fix
https://example.com always use this
in the future we want to migrate to postgres, plan it
`
  .trim()
  .split('\n')
