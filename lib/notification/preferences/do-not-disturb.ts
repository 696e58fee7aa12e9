export interface DoNotDisturb {
  /** Switched on until it is switched off. */
  on: boolean
  /** The daily window, as HH:MM; both or none. */
  start: string | null
  end: string | null
  /** Until when the window that was running is lifted. */
  liftedUntil: string | null
}

export const NEVER_SILENT: DoNotDisturb = { on: false, start: null, end: null, liftedUntil: null }

/** `until` is null where only switching off ends it. */
export type Silence = { until: Date | null }

/** The silence at this moment, or undefined. The calendar is loaded for who has a daily window, since it is large. */
export const findSilence = async (given: DoNotDisturb, zone: string, now: Date): Promise<Silence | undefined> => {
  if (given.on) return { until: null }
  if (given.start === null) return undefined
  const { findDailySilence: dailySilenceAt } = await import('./daily-silence.ts')
  return dailySilenceAt(given, zone, now)
}
