import { TAXED_KINDS } from '../../schemas/billing/tax.ts'
import type { Violation } from '../platform/problem.ts'
import type { SettingKey, ValueOf } from './setting-definitions.ts'

type Read = <K extends SettingKey>(key: K) => ValueOf<K>

/** Settings whose values must fit each other. */
export const DEPENDENT_KEYS: readonly SettingKey[] = ['billing.taxRates', 'billing.taxCategories']

/** Finds settings that do not fit each other. The path of each violation is relative to the value, as those of its own checks are. */
export const findMismatches = (read: Read): Violation[] => {
  const rates = new Map(Object.entries(read('billing.taxRates')))
  return Object.entries(read('billing.taxCategories')).flatMap(([name, { kind }]) =>
    kind && !TAXED_KINDS.includes(kind) && rates.get(name)
      ? [
          {
            propertyPath: `.${name}`,
            message: `must not have the kind ${kind} in billing.taxCategories and a rate above 0 in billing.taxRates`,
          },
        ]
      : [],
  )
}
