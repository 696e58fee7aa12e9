import { foldText } from './fold-text.ts'

/**
 * Returns the key of a reference of a payment, such as an end-to-end id. Banks return it in another case or with other spaces.
 */
export const foldBankReference = (reference: string): string => foldText(reference).replaceAll(' ', '')
