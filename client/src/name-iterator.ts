/** Names the method that iterates over all pages of another: `list` has `listAll`, `listSendings` has `listAllSendings`. */
export const nameIterator = (method: string): string => method.replace(/^[a-z]+/, '$&All')
