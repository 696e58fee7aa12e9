import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'

/** Lets the clock go on with each look at it, since things of one millisecond have no order. The caller restores the app. */
export const useTickingClock = (): void => {
  let at = Date.now()
  useApp({ ...makeApp(readConfig()), clock: () => new Date(++at) })
}
