import { cleanText } from './clean-text.ts'

/**
 * Returns an id of another system in its one spelling, in which it is stored and looked up. Its case matters, because
 * software makes ids out of letters of both cases, such as the tokens of orders in Sylius.
 */
export const cleanExternalId = (id: string): string => cleanText(id)
