// What a hook starts for an answer when there is no daemon.
import { join } from 'node:path'
import type * as Direct from '../daemon/direct.ts'
import { load } from './compiled.ts'

void (load(join(import.meta.dirname, '..', 'program', 'direct.cjs')) as typeof Direct).answerDirectly()
