/** 0.15.10 gives an error of the model's server as an answer, and says that it succeeded. */
export const isApiError = (answer: unknown): boolean => typeof answer === 'string' && answer.startsWith('[API Error: ')
