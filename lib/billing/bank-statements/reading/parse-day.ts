import type { CsvDateFormat } from '../../../../schemas/billing/bank/csv-mapping.ts'
import type { Day } from '../../../platform/calendar/day.ts'

/** Tells whether the text is an existing day such as 2026-03-31. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

type Part = 'year' | 'month' | 'day'

const FORMATS: Record<CsvDateFormat, { pattern: RegExp; order: readonly Part[] }> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: ['year', 'month', 'day'] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: ['day', 'month', 'year'] },
  'DD.MM.YY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{2})$/, order: ['day', 'month', 'year'] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['day', 'month', 'year'] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['month', 'day', 'year'] },
  YYYYMMDD: { pattern: /^(\d{4})(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
}

/** Parses a day as a bank writes it; undefined if it has another format or does not exist. Two digits are a year from 2000. */
export const parseDay = (text: string, format: CsvDateFormat): Day | undefined => {
  const { pattern, order } = FORMATS[format]
  const found = pattern.exec(text.trim())
  if (!found) return undefined
  const values = { year: '', month: '', day: '' }
  for (const [i, part] of order.entries()) values[part] = found[i + 1] ?? ''
  const year = values.year.length === 2 ? `20${values.year}` : values.year
  const day = `${year}-${values.month.padStart(2, '0')}-${values.day.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
