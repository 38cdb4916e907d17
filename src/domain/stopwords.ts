/**
 * Words that do not distinguish tasks: the English list of the `stopword` package 3.1 (MIT), then words of request and
 * acknowledgement. A fixed copy, because loading the package's 62 languages costs half of a bare Node start; a test
 * compares it with the package.
 */
export const STOPWORDS: readonly string[] = `
about after all also am an and another any are as at be because been before being between both but by came can
come could did do each for from get got has had he have her here him himself his how if in into is it like
make many me might more most much must my never now of on only or other our out over said same should since
some still such take than that the their them then there these they this those through to too under up very
was way we well were what where which while who with would you your a i does please so not no yes yeah yep ok
okay sure thanks
`
  .trim()
  .split(/\s+/)
