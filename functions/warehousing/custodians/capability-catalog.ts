import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CAPABILITY_CATALOG, SIMULATED_TYPE } from '../../../lib/warehousing/custodian.ts'
import { CapabilityCatalog } from '../../../schemas/warehousing/custodian.ts'

export const getCapabilityCatalog = endpoint({
  route: 'GET /api/warehousing/custodians/capability-catalog',
  scope: 'warehousing:custodian:read',
  summary: 'List the capabilities that each type of custodian can have',
  returns: CapabilityCatalog,
  async run({ config }) {
    const { [SIMULATED_TYPE]: simulated, ...catalog } = CAPABILITY_CATALOG
    return { catalog: config.simulatedStores ? { ...catalog, [SIMULATED_TYPE]: simulated } : catalog }
  },
})
