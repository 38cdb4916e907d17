import { followChanges } from './changes.ts'
import { listenToKeys } from './keys.ts'
import { signInByAddress } from './sign-in.ts'

signInByAddress()
followChanges()
listenToKeys()
