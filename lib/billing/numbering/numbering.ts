import { toLocalDay } from '../../platform/calendar/day.ts'

export const SERIES = {
  invoice: 'INV',
  credit_note: 'CN',
  settlement: 'SET',
  return: 'RET',
  self_billing: 'SB',
} as const
export type Series = keyof typeof SERIES

export interface Numbering {
  series: Series
  pattern: string
  /** Digits to which the sequence number is padded. */
  digits: number
  zone: string
  /** Code of the document's sales channel. */
  channel?: string
}

/** Returns the current year in the tenant's time zone. */
export const getYear = ({ zone }: Numbering, now: Date) => toLocalDay(zone, now).slice(0, 4)

/** Removes `{channel}`, and the separator that would be doubled or stand at an end without it. */
export const leaveOutChannel = (pattern: string): string =>
  pattern
    .replace(/(^|[-_./])\{channel\}[-_./]/, '$1')
    .replace(/[-_./]?\{channel\}$/, '')
    .replace('{channel}', '')

/** Fills the pattern except for its `{seq}`, such as `INV-2026-{seq}`. Each result is a sequence of its own from 1. */
export const fillSequence = ({ series, pattern, channel }: Numbering, year: string): string =>
  (channel ? pattern.replace('{channel}', channel) : leaveOutChannel(pattern))
    .replace('{series}', SERIES[series])
    .replace('{year}', year)

export const formatNumber = (sequence: string, digits: number, seq: number) =>
  sequence.replace('{seq}', String(seq).padStart(digits, '0'))
