import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { invalid } from '../../../lib/platform/problem.ts'
import { findCapabilityViolations } from '../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../lib/warehousing/custodian-store.ts'
import { CapabilityInput, Custodian } from '../../../schemas/warehousing/custodian.ts'

export const enableCapability = endpoint({
  route: 'POST /api/warehousing/custodians/{id}/enable-capability',
  scope: 'warehousing:custodian:write',
  summary: 'Enable a capability of a custodian',
  body: CapabilityInput,
  returns: Custodian,
  async run(_app, { params, body, unit }) {
    const custodian = await unit.load(custodians, params.id)
    const { type, enabledCapabilities } = custodian
    const violations = findCapabilityViolations(type, [body.capability], () => 'capability')
    if (violations.length) throw invalid(...violations)
    if (enabledCapabilities.includes(body.capability)) return custodian
    return unit.update(custodians, custodian, { enabledCapabilities: [...enabledCapabilities, body.capability] })
  },
})
