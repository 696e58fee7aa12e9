import { type App, app } from '../../lib/platform/app/app.ts'

/** One thing that an effect is about, and the other system that is told of it. */
export interface Scenario {
  run(app: App): Promise<unknown>
  /** Number of times the other system has what it was told. */
  countArrived(): Promise<number> | number
  /** True if the platform knows that the other system has it. */
  isSettled(): Promise<boolean>
  /** Lets the next call arrive and its answer get lost. */
  loseNextAnswer(): void
}

export class Killed extends Error {}

/** The app of a process that dies at this write, before or after it, with how many it has begun. */
const dieAtWrite = (count: number, after: boolean) => {
  const { db } = app()
  const written = { begun: 0 }
  const dying =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      if (++written.begun !== count) return await call(...given)
      if (after) await call(...given)
      throw new Killed('killed')
    }
  const [put, transact, update] = [dying(db.put), dying(db.transact), dying(db.update)]
  return { written, app: { ...app(), db: { ...db, put, transact, update } } as App }
}

const HOUR_MS = 3_600_000
/** Workers that come after one that died; each may find that it has to wait. */
const MAX_WORKERS = 6

/** Lets workers come until the thing is settled, each when leases and pauses of those before are over. */
const finish = async (scenario: Scenario): Promise<string> => {
  for (let hours = 1; hours <= MAX_WORKERS && !(await scenario.isSettled()); hours++) {
    const at = new Date(app().clock().getTime() + hours * HOUR_MS)
    await scenario.run({ ...app(), clock: () => at }).catch(() => undefined)
  }
  return `${await scenario.countArrived()} ${(await scenario.isSettled()) ? 'settled' : 'open'}`
}

/**
 * Breaks an effect at each of its writes, before and after, and once by an answer that is lost. Returns the ends that were
 * not the right one, which is that the other system has it once and the platform knows; and how many breaks there were.
 */
export const breakEverywhere = async (
  make: () => Promise<Scenario>,
): Promise<{ breaks: number; wrong: readonly string[] }> => {
  const ends: [string, string][] = []
  const lost = await make()
  lost.loseNextAnswer()
  await lost.run(app()).catch(() => undefined)
  ends.push(['an answer was lost', await finish(lost)])
  for (let count = 1, hasDied = true; hasDied; count++)
    for (const after of [false, true]) {
      const scenario = await make()
      const dying = dieAtWrite(count, after)
      await scenario.run(dying.app).catch(() => undefined)
      hasDied = dying.written.begun >= count
      if (hasDied) ends.push([`died ${after ? 'after' : 'before'} write ${count}`, await finish(scenario)])
    }
  const wrong = ends.filter(([, end]) => end !== '1 settled').map((each) => each.join(': '))
  return { breaks: ends.length, wrong }
}

/** Makes the next call of a connector's function arrive and its answer get lost; undone by the call itself. */
export const losingAnswer = (part: object | undefined, name: string, error: Error): void => {
  if (!part) throw new Error(`nothing can ${name}`)
  const original: unknown = Reflect.get(part, name)
  if (typeof original !== 'function') throw new Error(`the connector cannot ${name}`)
  Reflect.set(part, name, async (...given: unknown[]) => {
    Reflect.set(part, name, original)
    await original.apply(part, given)
    throw error
  })
}
