import { app, useApp } from '../../lib/platform/app/app.ts'

/** Holds back what takes counted requests of these gates back, until so many requests have been counted. */
export const holdRefunds = (gate: RegExp, until: number): void => {
  const { db } = app()
  const { promise, resolve } = Promise.withResolvers<void>()
  let counted = 0
  const update: typeof db.update = async (given) => {
    const isOfGate = gate.test(given.update.pk)
    if (isOfGate && given.set.includes('- :one')) await promise
    const result = await db.update(given)
    if (isOfGate && given.set.includes('+ :one') && ++counted === until) resolve()
    return result
  }
  useApp({ ...app(), db: { ...db, update } })
}
