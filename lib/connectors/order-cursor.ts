import { isInteger, parseObject } from './reading.ts'
import { buildCursorError } from './refusal.ts'

/**
 * Position in a list of records that is sorted by time of change. Pages of a list that changes while it is read would skip
 * records, so each page starts from the last time seen. Only a second with more records than a page is read page by page,
 * sorted by id.
 */
export interface OrderCursor {
  /** Records changed at this second or later. */
  from: string
  /** 1 for a page from that second on; 2 and higher for the pages of that second alone. */
  page: number
  /** The refs that were read of the second `from`. */
  seen: string[]
}

const isOrderCursor = (value: unknown): value is OrderCursor => {
  const { from, page, seen } = parseObject(value)
  const isTime = typeof from === 'string' && /^\d{4}-[\d:.TZ-]{6,30}$/.test(from) && !Number.isNaN(Date.parse(from))
  const isPage = isInteger(page) && page > 0
  return isTime && isPage && Array.isArray(seen) && seen.every((each) => typeof each === 'string')
}

export const parseOrderCursor = (cursor: string | null, since: Date): OrderCursor => {
  if (cursor === null) return { from: toWholeSecond(since.toISOString()), page: 1, seen: [] }
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (isOrderCursor(parsed)) return parsed
  } catch {
    // Malformed JSON is refused below.
  }
  throw buildCursorError()
}

const toWholeSecond = (at: string) => `${at.slice(0, 19)}.000Z`

interface Read {
  ref: string
  modifiedAt: string | null
}

/** Returns true if the page contains records of a single second, sorted by id. */
export const isWithinSecond = ({ page }: OrderCursor): boolean => page > 1

/** Returns the time so many seconds after the cursor's. */
export const addSeconds = ({ from }: OrderCursor, seconds: number): string =>
  new Date(Date.parse(from) + seconds * 1000).toISOString()

const advance = (cursor: OrderCursor, records: readonly Read[], isFull: boolean): OrderCursor | null => {
  if (isWithinSecond(cursor))
    return isFull ? { ...cursor, page: cursor.page + 1 } : { from: addSeconds(cursor, 1), page: 1, seen: [] }
  if (!isFull) return null
  const times = records.flatMap(({ modifiedAt }) => (modifiedAt ? toWholeSecond(modifiedAt) : []))
  const last = times.reduce((latest, at) => (at > latest ? at : latest), cursor.from)
  const seen = records.flatMap(({ ref, modifiedAt }) => (modifiedAt && toWholeSecond(modifiedAt) === last ? ref : []))
  return last === cursor.from
    ? { from: last, page: 2, seen: [...new Set([...cursor.seen, ...seen])] }
    : { from: last, page: 1, seen }
}

/** Returns the unread records of a page, and the next cursor. */
export const advanceOrderCursor = <R extends Read>(
  cursor: OrderCursor,
  records: readonly R[],
  isFull: boolean,
): { fresh: R[]; next: string | null } => {
  const after = advance(cursor, records, isFull)
  const fresh = records.filter(
    ({ ref, modifiedAt }) => !(modifiedAt && toWholeSecond(modifiedAt) === cursor.from && cursor.seen.includes(ref)),
  )
  return { fresh, next: after && JSON.stringify(after) }
}
