import { foldText } from './fold-text.ts'

/**
 * Returns the key of the number of a document, such as an invoice, a bill or a settlement. Who types a number looks at
 * neither case nor spaces, so two documents whose numbers differ in them only would be one for everybody.
 */
export const foldDocumentNumber = (number: string): string => foldText(number)
