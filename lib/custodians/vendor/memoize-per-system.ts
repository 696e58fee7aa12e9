import type { CustodianSystem } from '../custodian-connector.ts'

/** Returns a function that asks each system once and repeats failed requests. */
export const memoizePerSystem = <T>(ask: (system: CustodianSystem) => Promise<T>) => {
  const answers = new WeakMap<CustodianSystem, Promise<T>>()
  return (system: CustodianSystem): Promise<T> => {
    const known = answers.get(system)
    if (known) return known
    const asked = ask(system)
    answers.set(system, asked)
    asked.catch(() => answers.get(system) === asked && answers.delete(system))
    return asked
  }
}
