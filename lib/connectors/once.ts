import type { Store } from './connector.ts'

/**
 * What a store is asked once, for as long as it is used, and again where that failed. `refused` is an answer that is of no
 * use any more.
 */
export const memoizePerShop = <T>(ask: (store: Store) => Promise<T>) => {
  const answers = new WeakMap<Store, Promise<T>>()
  return (store: Store, refused?: Promise<T>): Promise<T> => {
    const known = answers.get(store)
    if (known && known !== refused) return known
    const asked = ask(store)
    answers.set(store, asked)
    asked.catch(() => answers.get(store) === asked && answers.delete(store))
    return asked
  }
}
