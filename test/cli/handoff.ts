import { join } from 'node:path'
import { answerQuestion, openQuestions } from '../../src/model/handoff.ts'
import type { Home } from './command-line.ts'

const folderOf = ({ data }: Home) => join(data, 'handoff')

/** The questions that wait in a home with model.provider handoff. */
export const waitingIn = async (home: Home) => await openQuestions(folderOf(home))

/** Answers the question of an id, as a person does who writes the file. */
export const answerIn = async (home: Home, id: string, value: unknown) =>
  await answerQuestion(folderOf(home), id, value)
