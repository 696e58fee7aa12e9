import { foldText } from './fold-text.ts'

/** Returns the spelling in which order numbers are compared. People leave out the # that some shops show before them. */
export const foldOrderNumber = (number: string): string => foldText(number).replace(/^#(?=.)/, '')
