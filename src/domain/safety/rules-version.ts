/**
 * Which safety rules these are: a verdict on a skill's bytes holds as long as this stays. It is a digest of the files
 * of this folder, of `safety.ts` and of `capabilities/`; the test of this file prints the value to write here.
 */
export const RULES_VERSION = '24e3b98b'
