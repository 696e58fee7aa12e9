import { ConnectorError } from './connector.ts'

/**
 * Where a walk over records in order of change has come to. Pages of a list that moves while it is read would leave
 * records out, so that each page starts anew from the last time seen; only within one second it is paged further.
 */
export interface Place {
  /** Changed at this second or later. */
  from: string
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

export const placeAt = (cursor: string | null, since: Date): Place => {
  if (cursor === null) return { from: wholeSecond(since.toISOString()), page: 1, seen: [] }
  try {
    const place: unknown = JSON.parse(cursor)
    if (isPlace(place)) return place
  } catch {
    // Falls through to the same refusal.
  }
  throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
}

const wholeSecond = (at: string) => `${at.slice(0, 19)}.000Z`

interface Read {
  ref: string
  modifiedAt: string | null
}

/** The cursor after a full page, and what of the page is new. */
export const stepFrom = <R extends Read>(place: Place, records: readonly R[]): { fresh: R[]; next: string } => {
  const fresh = records.filter(
    ({ ref, modifiedAt }) => !(modifiedAt && wholeSecond(modifiedAt) === place.from && place.seen.includes(ref)),
  )
  const times = records.flatMap(({ modifiedAt }) => (modifiedAt ? wholeSecond(modifiedAt) : []))
  const last = times.reduce((latest, at) => (at > latest ? at : latest), place.from)
  if (last === place.from) return { fresh, next: JSON.stringify({ ...place, page: place.page + 1 } satisfies Place) }
  const seen = records.flatMap(({ ref, modifiedAt }) => (modifiedAt && wholeSecond(modifiedAt) === last ? ref : []))
  return { fresh, next: JSON.stringify({ from: last, page: 1, seen } satisfies Place) }
}
