import { TAXED_KINDS } from '../../../schemas/billing/tax.ts'
import type { SettingsCheck } from '../../configuration/setting-catalog.ts'
import type { Setting } from '../../platform/settings/define-settings.ts'
import { TAX_SETTINGS } from './tax-settings.ts'

const { taxRates, taxRatesByCountry, taxCategories } = TAX_SETTINGS

const explain = (kind: string, { key }: Setting) =>
  `must not have the kind ${kind} in ${taxCategories.key} and a rate above 0 in ${key}`

/** A kind without tax has no rate above 0. */
export const TAX_SETTINGS_CHECK: SettingsCheck = {
  of: [taxRates, taxRatesByCountry, taxCategories],
  findMismatches(read, changed) {
    const rates = new Map(Object.entries(read(taxRates)))
    const countries = Object.entries(read(taxRatesByCountry))
    const isTaxedIn = (country: (typeof countries)[number][1], name: string) =>
      Object.hasOwn(country, name) && country[name]?.some(({ ratePercent }) => ratePercent > 0)
    return Object.entries(read(taxCategories)).flatMap(([name, { kind }]) => {
      if (!kind || TAXED_KINDS.includes(kind)) return []
      const atHome = rates.get(name) ? [{ propertyPath: `.${name}`, message: explain(kind, taxRates) }] : []
      // What is zero at home may be taxed abroad; any other kind is the same everywhere.
      const abroad = countries.filter(([, country]) => kind !== 'zero' && isTaxedIn(country, name))
      return [
        ...atHome,
        ...abroad.map(([code]) => ({
          propertyPath: changed.key === taxRatesByCountry.key ? `.${code}.${name}` : `.${name}`,
          message: explain(kind, taxRatesByCountry),
        })),
      ]
    })
  },
}
