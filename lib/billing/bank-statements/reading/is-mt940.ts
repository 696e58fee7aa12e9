/** An MT940 begins with its reference and its account, after the header of SWIFT if the bank leaves it there. */
const BEGINNING = /^\s*(?:\{1:.{0,500}?\{4:\s*)?:20:.{0,200}?\n:2[15][A-Z]?:/s
const BEGINNING_BYTES = 1000

/** Tells whether a file is an MT940, in whatever encoding. */
export const isMt940 = (content: Buffer): boolean => BEGINNING.test(content.toString('latin1', 0, BEGINNING_BYTES))

export const MT940_FAULT =
  'The file is an MT940, which is not read. Import a CAMT.053, a CAMT.052 or a CSV of the same account instead, as the bank offers them.'
