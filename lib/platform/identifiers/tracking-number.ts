import { foldText } from './fold-text.ts'

/** Returns the key of a tracking number; null if it is blank. Carriers print numbers in groups, people type them without. */
export const foldTrackingNumber = (trackingNumber: string | null): string | null =>
  foldText(trackingNumber ?? '').replaceAll(' ', '') || null

/** Tells whether two tracking numbers are the same one; null is none. */
export const isSameTrackingNumber = (one: string | null, other: string | null): boolean =>
  foldTrackingNumber(one) === foldTrackingNumber(other)
