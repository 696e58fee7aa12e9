import type { Violation } from '../problem.ts'
import { cleanText } from './clean-text.ts'

/** Finds an identifier of which nothing would be left to see. */
export const findInvisible = (propertyPath: string, text: string): Violation[] =>
  cleanText(text) ? [] : [{ propertyPath, message: 'must have a character that can be seen' }]
