import { ConnectorError } from './connector.ts'

/**
 * Where a walk over records in order of change has come to. Pages of a list that moves while it is read would leave
 * records out, so that each page starts anew from the last time seen. Only a second with more than a page is paged
 * through, by id, since what has the same time has no order.
 */
export interface Place {
  /** Changed at this second or later. */
  from: string
  /** 1 for a page from that second on; 2 for the first of that second alone. */
  page: number
  /** What was read already of the second that `from` names. */
  seen: string[]
}

const isPlace = (value: unknown): value is Place => {
  const { from, page, seen } = (value ?? {}) as Partial<Place>
  const isTime = typeof from === 'string' && /^\d{4}-[\d:.TZ-]{6,30}$/.test(from) && !Number.isNaN(Date.parse(from))
  const isPage = Number.isSafeInteger(page) && (page as number) > 0
  return isTime && isPage && Array.isArray(seen) && seen.every((each) => typeof each === 'string')
}

export const parsePlace = (cursor: string | null, since: Date): Place => {
  if (cursor === null) return { from: toWholeSecond(since.toISOString()), page: 1, seen: [] }
  try {
    const place: unknown = JSON.parse(cursor)
    if (isPlace(place)) return place
  } catch {
    // Falls through to the same refusal.
  }
  throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
}

const toWholeSecond = (at: string) => `${at.slice(0, 19)}.000Z`

interface Read {
  ref: string
  modifiedAt: string | null
}

/** Whether what changed within one second is more than a page, and read by id instead. */
export const isWithinSecond = ({ page }: Place): boolean => page > 1

/** The time so many seconds after the place's. */
export const addSeconds = ({ from }: Place, seconds: number): string =>
  new Date(Date.parse(from) + seconds * 1000).toISOString()

const placeAfter = (place: Place, records: readonly Read[], isFull: boolean): Place | null => {
  if (isWithinSecond(place))
    return isFull ? { ...place, page: place.page + 1 } : { from: addSeconds(place, 1), page: 1, seen: [] }
  if (!isFull) return null
  const times = records.flatMap(({ modifiedAt }) => (modifiedAt ? toWholeSecond(modifiedAt) : []))
  const last = times.reduce((latest, at) => (at > latest ? at : latest), place.from)
  const seen = records.flatMap(({ ref, modifiedAt }) => (modifiedAt && toWholeSecond(modifiedAt) === last ? ref : []))
  return last === place.from
    ? { from: last, page: 2, seen: [...new Set([...place.seen, ...seen])] }
    : { from: last, page: 1, seen }
}

/** What of the page is new, and the cursor after it. */
export const stepFrom = <R extends Read>(
  place: Place,
  records: readonly R[],
  isFull: boolean,
): { fresh: R[]; next: string | null } => {
  const after = placeAfter(place, records, isFull)
  const fresh = records.filter(
    ({ ref, modifiedAt }) => !(modifiedAt && toWholeSecond(modifiedAt) === place.from && place.seen.includes(ref)),
  )
  return { fresh, next: after && JSON.stringify(after) }
}
