/** Lengths of a GTIN: that of small packs, of UPC, of EAN and of cases. */
const LENGTHS = [8, 12, 13, 14]

const SEPARATORS = /[\s-]/g

/** Returns a GTIN as it is stored: its digits, without the spaces and hyphens with which it is printed. */
export const cleanGtin = (text: string): string => text.replace(SEPARATORS, '')

/** Returns the form in which GTINs are compared: numbers of all lengths are one number, with zeros in front. */
export const foldGtin = (text: string): string => cleanGtin(text).padStart(14, '0')

/** Computes the check digit that follows the other digits of a GTIN. From the right, they count 3, 1, 3 and so on. */
export const computeGtinCheckDigit = (others: string): number => {
  const sum = [...others].reverse().reduce((all, digit, i) => all + Number(digit) * (i % 2 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** Returns what is wrong with a clean GTIN, in words that follow its name; undefined if it can be right. */
export const findGtinFault = (gtin: string): string | undefined => {
  if (!/^\d+$/.test(gtin) || !LENGTHS.includes(gtin.length))
    return 'must have 8, 12, 13 or 14 digits, beside spaces and hyphens'
  const expected = computeGtinCheckDigit(gtin.slice(0, -1))
  return gtin.endsWith(String(expected)) ? undefined : `must end with the check digit ${expected}`
}
