// The package ships no types; the tests read one list of it.
declare module 'stopword' {
  export const eng: readonly string[]
}
