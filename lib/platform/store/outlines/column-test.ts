import { splitSearchWords } from '../entities/entity.ts'
import type { ColumnValue } from '../entities/outline.ts'

/** Tells whether a value of an outline's column is wanted. */
export type ColumnTest = (value: ColumnValue) => boolean

export const is =
  (wanted: string): ColumnTest =>
  (value) =>
    value === wanted

export const isOneOf = (wanted: Iterable<string>): ColumnTest => {
  const all = new Set<ColumnValue>(wanted)
  return (value) => all.has(value)
}

export const has =
  (wanted: string): ColumnTest =>
  (value) =>
    Array.isArray(value) && value.includes(wanted)

/** Each word is found by its beginning, as in searches for names. */
export const hasWords = (searched: string): ColumnTest => {
  const beginnings = splitSearchWords(searched)
  return (value) =>
    beginnings.every((beginning) => Array.isArray(value) && value.some((word) => word.startsWith(beginning)))
}
