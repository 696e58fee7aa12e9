import { isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { readText } from '../reading.ts'

/** Separator with which numbers of several parcels are written into one field. */
export const NUMBER_SEPARATOR = ', '

const MAX_LENGTH = 1000

/** Reads the tracking numbers of a field. Staff and extensions write those of several boxes into one. */
export const readTrackingNumbers = (field: unknown): string[] => {
  const parts = (readText(field, MAX_LENGTH) ?? '').split(/[,;|\n]+/).flatMap((part) => readText(part) ?? [])
  return [...new Set(parts)]
}

/**
 * Returns the tracking numbers of a fulfilment once it shows the present one of our parcel: in the place of one that the parcel
 * had before, or else last. Numbers of others stay.
 */
export const replaceNumber = (shown: readonly string[], former: readonly string[], present: string): string[] => {
  const isOwn = (number: string) => [...former, present].some((own) => isSameTrackingNumber(own, number))
  const at = shown.findIndex(isOwn)
  if (at < 0) return [...shown, present]
  return shown.flatMap((number, i) => (i === at ? [present] : isOwn(number) ? [] : [number]))
}
