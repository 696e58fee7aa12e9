import { Check } from 'typebox/value'
import { goodsFields } from '../../../schemas/catalog/goods.ts'
import { cleanGoods, findGoodsViolations, type Goods, NO_GOODS } from './goods.ts'

const NAMES = Object.keys(NO_GOODS) as (keyof Goods)[]

const describe = (name: keyof Goods, value: unknown): string | undefined => {
  if (!Check(goodsFields[name], value)) return `${name} cannot be ${String(value).slice(0, 50)}`
  const [violation] = findGoodsViolations({ [name]: value })
  return violation && `${name} ${violation.message}`
}

/** Facts about goods of another system that can be stored, and in words why the others cannot. */
export interface ValidGoods {
  goods: Goods
  faults: string[]
}

export const pickValidGoods = (given: Partial<Goods>): ValidGoods => {
  const told = NAMES.filter((name) => given[name] !== undefined && given[name] !== null)
  const faults = new Map(told.map((name) => [name, describe(name, given[name])]))
  const valid = told.filter((name) => faults.get(name) === undefined).map((name) => [name, given[name]])
  return {
    goods: { ...NO_GOODS, ...cleanGoods(Object.fromEntries(valid) as Partial<Goods>) },
    faults: [...faults.values()].filter((fault) => fault !== undefined),
  }
}

/** Returns what is told of goods where nothing is known yet. */
export const pickMissingGoods = (known: Goods, told: Goods): Partial<Goods> =>
  Object.fromEntries(
    NAMES.filter((name) => known[name] === null && told[name] !== null).map((name) => [name, told[name]]),
  )
