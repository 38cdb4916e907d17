import type { Option } from './option.ts'
import { folders, userName, webAddress, whole } from './option-values.ts'

/** Options of the bank of users, and of the proxy through which their clients come. */
export const BANK_OPTIONS: readonly Option[] = [
  {
    key: 'user',
    default: null,
    takes: 'a name of 1 to 200 visible characters',
    parse: userName,
    fileKey: false,
    words: 'Works with the skills, streaks and turns of this user of the bank, in a folder below the data folder',
  },
  {
    key: 'bank.libraries',
    default: null,
    takes: 'folders, separated by commas or in a list',
    parse: folders,
    words: 'Folders of skills that all users find beside their own; read, never written',
  },
  {
    key: 'proxy.upstream',
    default: null,
    takes: 'an http or https URL without a password',
    parse: webAddress,
    words:
      'Server of models to which the daemon passes requests, with skills put in; without it the daemon has no proxy',
  },
  {
    key: 'proxy.port',
    default: 7334,
    takes: 'a whole number from 0 to 65535',
    parse: whole(0, 65_535),
    words: 'Port on 127.0.0.1 of the proxy in the daemon; 0 takes a free one, which its log names',
  },
]
