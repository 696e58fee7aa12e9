/** Grams of each unit of weight, by the names that shops have for it. */
const GRAMS: Readonly<Record<string, number>> = {
  ...{ g: 1, grams: 1, kg: 1000, kilograms: 1000 },
  ...{ oz: 28.349523125, ounces: 28.349523125, lb: 453.59237, lbs: 453.59237, pounds: 453.59237 },
}

/** Millimetres of each unit of length. */
const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4 }

/** Shops have 0 where nobody has said anything, so only what is above it is a measure. */
const measure = (value: unknown, factor: number | undefined): number | undefined => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  if (factor === undefined || typeof number !== 'number' || !(number > 0)) return undefined
  return Math.max(1, Math.round(number * factor))
}

const findFactor = (units: Readonly<Record<string, number>>, unit: unknown): number | undefined =>
  typeof unit === 'string' && Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined

/** Returns a weight of a shop in grams; undefined if it has none, or a unit that is not known. */
export const measureGrams = (value: unknown, unit: unknown): number | undefined =>
  measure(value, findFactor(GRAMS, unit))

/** Returns a length of a shop in millimetres; undefined if it has none, or a unit that is not known. */
export const measureMillimetres = (value: unknown, unit: unknown): number | undefined =>
  measure(value, findFactor(MILLIMETRES, unit))
