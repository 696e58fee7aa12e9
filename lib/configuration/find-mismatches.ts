import { TAXED_KINDS } from '../../schemas/billing/tax.ts'
import type { Violation } from '../platform/problem.ts'
import type { SettingKey, ValueOf } from './setting-definitions.ts'

type Read = <K extends SettingKey>(key: K) => ValueOf<K>

/** Settings whose values must fit each other. */
export const DEPENDENT_KEYS: readonly SettingKey[] = [
  'billing.taxRates',
  'billing.taxRatesByCountry',
  'billing.taxCategories',
]

const explain = (kind: string, key: SettingKey) =>
  `must not have the kind ${kind} in billing.taxCategories and a rate above 0 in ${key}`

/**
 * Finds settings that do not fit each other. The path of each violation is relative to the value of the given setting, as those
 * of its own checks are.
 */
export const findMismatches = (read: Read, changed: SettingKey): Violation[] => {
  const rates = new Map(Object.entries(read('billing.taxRates')))
  const countries = Object.entries(read('billing.taxRatesByCountry'))
  const isTaxedIn = (country: (typeof countries)[number][1], name: string) =>
    Object.hasOwn(country, name) && country[name]?.some(({ ratePercent }) => ratePercent > 0)
  return Object.entries(read('billing.taxCategories')).flatMap(([name, { kind }]) => {
    if (!kind || TAXED_KINDS.includes(kind)) return []
    const atHome = rates.get(name) ? [{ propertyPath: `.${name}`, message: explain(kind, 'billing.taxRates') }] : []
    // What is zero at home may be taxed abroad; any other kind is the same everywhere.
    const abroad = countries.filter(([, country]) => kind !== 'zero' && isTaxedIn(country, name))
    return [
      ...atHome,
      ...abroad.map(([code]) => ({
        propertyPath: changed === 'billing.taxRatesByCountry' ? `.${code}.${name}` : `.${name}`,
        message: explain(kind, 'billing.taxRatesByCountry'),
      })),
    ]
  })
}
