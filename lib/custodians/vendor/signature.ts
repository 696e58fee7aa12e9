import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()

/** Compares two texts in constant time, whatever their lengths. */
export const isSameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
