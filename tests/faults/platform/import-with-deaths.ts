import '../fulfilment/pack-at-once.ts'

import { useApp } from '../../../lib/platform/app/app.ts'
import { Crash, seeded, serve, type Weather, weather } from '../../support/faults.ts'
import { withoutChance } from '../../support/without-chance.ts'
import { IMPORTS, type ImportName } from './imports.ts'
import { loadModules } from './load-modules.ts'
import { findDerivedFaults } from './violations/lists.ts'
import { findSalesFaults } from './violations/runs.ts'
import { findEventFaults, findStateFaults, listLives } from './violations/states.ts'
import { openPlatform } from './world.ts'

/** Longer than any lease of an import. */
const LEASE_MS = 6 * 60_000

/** Lets the process die before one of its calls of the table, and counts them; never for 0. */
const dieBefore = (call: number): Weather & { calls: number } => {
  const sky: Weather & { calls: number } = { ...weather(0, {}), calls: 0 }
  sky.strikes = (fault) => fault === 'crashBefore' && ++sky.calls === call
  return sky
}

/**
 * Runs an import whose processes die before these calls of the table, one after the other, until one completes it. Returns
 * what is wrong then, and the number of calls of the last process.
 */
export const importWithDeaths = async (name: ImportName, rows: number, deaths: readonly number[]) => {
  await loadModules()
  const restore = withoutChance(seeded(rows))
  try {
    const world = await openPlatform(seeded(rows))
    const { work, findFaults } = await IMPORTS[name](world, rows)
    const left = [...deaths]
    let died = 0
    for (;;) {
      const sky = dieBefore(left.shift() ?? 0)
      try {
        await serve({ weather: sky, tenant: undefined }, work)
        const lives = listLives(world)
        const wrong = [
          ...(await findFaults()),
          ...findStateFaults(lives),
          ...findEventFaults(world, lives),
          ...findDerivedFaults(world),
          ...findSalesFaults(world, lives),
        ]
        return { wrong, died, calls: sky.calls }
      } catch (error) {
        if (!(error instanceof Crash)) throw error
        died++
        world.pass(LEASE_MS)
        await world.signIn()
      }
    }
  } finally {
    useApp(undefined)
    restore()
  }
}
