import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'

/** Each needs two actions. */
const BATCH_SIZE = 40

interface Held<T> {
  list: (limit: number) => Promise<readonly T[]>
  /** Removes one from those that wait, and schedules its task. */
  release: (unit: Unit, one: T) => void
}

/** Gives each that waits for a channel its task again. If the channel cannot be used after all, they wait again. */
export const releaseHeld = async <T>(
  app: App,
  { tenant, now }: { tenant: Id; now: Date },
  { list, release }: Held<T>,
): Promise<void> => {
  const releaseNext = () =>
    runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const held = await list(BATCH_SIZE)
      for (const one of held) release(unit, one)
      return held.length
    })
  while ((await releaseNext()) === BATCH_SIZE);
}
