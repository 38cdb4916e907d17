/** Short requests that set a task, as people type them to a coding agent; written for this test. */
export const TASKS: readonly string[] = `
find unused imports
make tests pass
make login faster
go through comments
have a look at the flaky spec
have a look at the open pull requests
take a look at the failing pipeline
fix the build
fix lint
fix typos
fix tests
run the linter
run migrations
run the smoke tests
bump dependencies
bump the version
update deps
update the changelog
update snapshots
update the readme
upgrade node
upgrade react to 19
write docs
write a changelog entry
write unit tests for the parser
write release notes
add tests
add logging to the worker
add a dark mode
add types
add pagination to the users endpoint
add this to CHANGELOG.md
add that to the readme
document this in docs/setup.md
put this in AGENTS.md
remove dead code
remove console logs
remove the feature flag
delete stale branches
drop python 3.8
rename the package
rename foo to bar
refactor the auth module
refactor tests
clean up imports
clean the workspace
sort imports
format code
format everything with prettier
review my branch
review the diff
review this PR for security problems
review PR 42
check the logs
check accessibility
check for memory leaks
check coverage
check if the docs match the code
look at the CI failure
look into the timeout
look through the backlog
see why the deploy fails
see what breaks when strict mode is on
find the memory leak
find duplicate code
find slow queries
find where the token is validated
search for hardcoded secrets
list the todo comments
list outdated packages
show test coverage
show me the slowest tests
generate api docs
generate a migration
generate typescript types from the schema
create a release
create a branch for the hotfix
create an issue for the flaky test
open a pull request
open a draft PR
merge main
merge dependabot PRs
rebase onto main
resolve merge conflicts
squash the commits
push to staging
deploy to staging
deploy the docs
publish the package
tag a release
release 2.3.1
build the docker image
make the tests green
make ci green
make the button accessible
make startup faster
make the app compile on windows
make errors readable
speed up the test suite
speed up ci
reduce bundle size
optimise the images
profile the import
benchmark the parser
debug the crash on startup
debug the websocket
investigate the memory growth
reproduce issue 812
triage new issues
answer the review comments
address review feedback
address the comments on my PR
respond to the code review
apply the reviewer's suggestions
go over the error messages
go through the TODOs
go ahead and write the migration
work through the failing tests
work on the login page
get the tests to pass
get rid of warnings
get rid of moment.js
turn on strict mode
turn the script into a cli
set up eslint
set up a github action for tests
install playwright
configure renovate
enable caching in ci
disable the flaky test
replace lodash with native code
replace axios
convert the project to esm
convert callbacks to promises
port the script to go
migrate to vitest
migrate the database
split the big module
extract a helper for retries
move the helpers into a package
simplify the reducer
rewrite the readme
translate the ui to german
translate strings
validate the config
verify the backups
test the upgrade path
test edge cases
mock the payment api
seed the database
summarise the changes since friday
summarize the meeting notes
explain the failing test and fix it
compare both implementations and pick one
can you check whether the links in the docs work?
could you have a look at the failing e2e tests?
would you mind fixing the linter?
can we add some tests?
can we get the build green again?
should we add tests for the new endpoint?
shall we update the docs too?
the build is broken, please fix
tests fail on main, take a look
lint is failing
tests are failing
ci is red
the login page is slow
I need a script that cleans old logs
I'd like a summary of the open issues
we need more tests for the scheduler
let's write the adr
please double check the translations
pls fix eslint errors
pull the latest changes and rebuild
why don't we cache the results?
is the changelog up to date? if not, update it
do we have tests for this? if not can you add some
I wonder if this is slow, so can you measure it
what does the linter say? fix it all in src
just get CI working
テストを追加して
修复登录页面的错误
aktualisiere die Abhängigkeiten
corrige les tests
`
  .trim()
  .split('\n')
