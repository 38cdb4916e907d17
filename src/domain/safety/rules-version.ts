/**
 * Which safety rules these are: a verdict on a skill's bytes holds as long as this stays. It is a digest of what the rules
 * find in the corpus of `test/domain/safety/rules-version.test.ts`, which prints the value to write here.
 */
export const RULES_VERSION = '44e31b48'
