export interface DoNotDisturb {
  /** True if it was switched on by hand; it then stays on until it is switched off. */
  on: boolean
  /** The daily window as HH:MM; both or neither is set. */
  start: string | null
  end: string | null
  /** Time until which the current window is lifted. */
  liftedUntil: string | null
}

export const NEVER_SILENT: DoNotDisturb = { on: false, start: null, end: null, liftedUntil: null }

/** `until` is null if the silence lasts until it is switched off. */
export type Silence = { until: Date | null }

/** Returns the silence at this moment, if any. Loads the calendar only for a daily window, since it is large. */
export const findSilence = async (given: DoNotDisturb, zone: string, now: Date): Promise<Silence | undefined> => {
  if (given.on) return { until: null }
  if (given.start === null) return undefined
  const { findDailySilence } = await import('./daily-silence.ts')
  return findDailySilence(given, zone, now)
}
