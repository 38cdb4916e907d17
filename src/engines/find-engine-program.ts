import { type FoundProgram, findProgram } from '../connect/find-program.ts'
import type { EngineProgram } from './engine.ts'

/** The program of an agent in the folders given, under any name that its package had; undefined where none is there. */
export const findEngineProgram = (
  { program: { binary, package: name, formerPackages = [] } }: { readonly program: EngineProgram },
  searchPath: readonly string[],
): Promise<FoundProgram | undefined> => findProgram(binary, [name, ...formerPackages], searchPath)
