import type { Shop } from './connector.ts'

/**
 * What a store is asked once, for as long as it is used, and again where that failed. `refused` is an answer that is of no
 * use any more.
 */
export const memoizePerShop = <T>(ask: (shop: Shop) => Promise<T>) => {
  const answers = new WeakMap<Shop, Promise<T>>()
  return (shop: Shop, refused?: Promise<T>): Promise<T> => {
    const known = answers.get(shop)
    if (known && known !== refused) return known
    const asked = ask(shop)
    answers.set(shop, asked)
    asked.catch(() => answers.get(shop) === asked && answers.delete(shop))
    return asked
  }
}
