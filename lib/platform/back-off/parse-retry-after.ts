const MAX_SECONDS = 86_400

/** Parses a Retry-After header, a number or a date, into seconds from now, at most a day or `maxSeconds`. */
export const parseRetryAfter = (
  header: string | undefined,
  now: Date,
  maxSeconds: number = MAX_SECONDS,
): number | undefined => {
  if (!header) return undefined
  const seconds = /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), maxSeconds)
}
