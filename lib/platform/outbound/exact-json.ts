/** A run of digits that a number may not hold. */
const MANY_DIGITS = /\d{16}/
const WHOLE = /^-?\d+$/

/**
 * Parses JSON that others wrote. Whole numbers that a number cannot hold exactly become text, because they are ids, and a
 * rounded id is another record's.
 */
export const parseExactJson = (text: string): unknown =>
  MANY_DIGITS.test(text)
    ? JSON.parse(text, (_name, value: unknown, { source = '' }: { source?: string } = {}) =>
        typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? source : value,
      )
    : JSON.parse(text)
