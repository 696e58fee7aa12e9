import { parseObject, readText } from '../../connectors/reading.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { memoizePerSystem } from '../vendor/memoize-per-system.ts'
import { listObjects } from '../vendor/remote.ts'
import { NAME, readAmazon } from './ask-amazon.ts'

interface Marketplace {
  id: string
  country: string | null
}

/** Lists the marketplaces in which the seller takes part and that the wizard selected; none selected means all. */
export const listMarketplaces = memoizePerSystem(async (system: CustodianSystem): Promise<Marketplace[]> => {
  const selected = system.kept?.marketplaces?.split(',').filter(Boolean) ?? []
  const entries = listObjects(await readAmazon(system, '/sellers/v1/marketplaceParticipations'))
  return entries.flatMap(({ marketplace, participation }) => {
    const { id, countryCode } = parseObject(marketplace)
    const known = readText(id)
    if (!known || parseObject(participation).isParticipating === false) return []
    return selected.length && !selected.includes(known) ? [] : [{ id: known, country: readText(countryCode) }]
  })
})

/** Returns the marketplace of the country; the first one if there is none. */
export const chooseMarketplace = async (system: CustodianSystem, country: string | null): Promise<string> => {
  const marketplaces = await listMarketplaces(system)
  const chosen = marketplaces.find((each) => each.country === country) ?? marketplaces[0]
  if (!chosen)
    throw new CustodianError(
      'INVALID_CONFIG',
      `${NAME} offers none of the selected marketplaces. Run the wizard again.`,
    )
  return chosen.id
}
