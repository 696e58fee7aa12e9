import type { Shop } from './connector.ts'

/**
 * Returns a function that asks each shop once and repeats failed requests. `rejected` is an answer that has become invalid.
 */
export const memoizePerShop = <T>(ask: (shop: Shop) => Promise<T>) => {
  const answers = new WeakMap<Shop, Promise<T>>()
  return (shop: Shop, rejected?: Promise<T>): Promise<T> => {
    const known = answers.get(shop)
    if (known && known !== rejected) return known
    const asked = ask(shop)
    answers.set(shop, asked)
    asked.catch(() => answers.get(shop) === asked && answers.delete(shop))
    return asked
  }
}
