/** Requests that no two of have anything in common. */
export const UNLIKE: readonly string[] = [
  'rename user table',
  'fix flaky login',
  'document cache',
  'faster search index',
  'draw a logo',
  'translate errors',
  'upgrade the compiler',
  'trim the bundle',
  'sort imports',
  'mock the clock',
  'paginate results',
  'dark colours',
  'retry uploads',
  'cache thumbnails',
  'lint styles',
  'split the module',
]
