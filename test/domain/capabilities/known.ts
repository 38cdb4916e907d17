import { capabilitiesOf as all } from '../../../src/domain/capabilities/look.ts'

/** What a skill can do, without what is read of it for want of that. */
export const capabilitiesOf = (files: Parameters<typeof all>[0]) => all(files).filter(({ kind }) => kind !== 'also')
