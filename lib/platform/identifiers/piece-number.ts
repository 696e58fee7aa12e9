import { foldText } from './fold-text.ts'

/**
 * Returns the key of a lot code or a serial number, which people read off goods and type. A recall has to find all pieces of
 * a lot, whoever typed its code.
 */
export const foldPieceNumber = (number: string): string => foldText(number)
