/** Messages that set no task which could come again: answers, pointers, questions, bare commands, pastes. */
export const NO_TASKS: readonly string[] = `
yes
yep, do it
no
nope
ok
okay, go ahead
sounds good
perfect, thanks
thank you!
great work
looks good to me
lgtm
continue
keep going
go on
next
proceed
done
option 2
the second one
both
a
1 and 3
let's do 2
let's fix 3 too
do both please
all of them
the first option please
I like option b
yes please
yes, all 3
no, not that
not sure
I don't know
no idea
hmm
wait
stop
hold on
try again
retry
again
do it
do that
fix it
fix this
fix that please
can you fix it?
can you do the fix?
make it so
make it wider
change it back
undo that
revert it
remove it
delete these
add it
apply that
commit it
commit this
commit
push
commit and push
git push
git status
npm test
npm run build
ls -la
cd src
/clear
/compact
/review
!ls
$ make
use the release skill
run the pdf skill on it
why?
why is that?
how so?
what is this?
what happened?
what do you mean?
what does this function do?
how does the cache work?
how do I run this?
where is the config read?
which file is that in?
who calls this method?
when is this executed?
is this correct?
is that all?
are you sure?
are there other places like this?
does this work on windows?
do we need this?
did you run the tests?
have you tested it?
should this be a constant?
can this be null?
will this break anything?
explain
explain this
tell me more
what would you suggest?
好的
继续
はい
ja
weiter
`
  .trim()
  .split('\n')
