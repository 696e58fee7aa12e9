import type { Capability } from '../../schemas/warehousing/custodian.ts'
import { invalid } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import { type FollowCustodian, findCapabilityViolations, type StoredCustodian } from './custodian.ts'
import { openCustodianHook } from './custodian-hook.ts'
import { custodians } from './custodian-store.ts'

/** Enables or disables a capability that the custodian's type can have. */
export const setCapability = async (
  unit: Unit,
  id: string,
  capability: Capability,
  isEnabled: boolean,
  follow: FollowCustodian,
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, id)
  const { type, enabledCapabilities: enabled } = custodian
  const violations = findCapabilityViolations(type, [capability], () => 'capability')
  if (violations.length) throw invalid(...violations)
  if (enabled.includes(capability) === isEnabled) return custodian
  if (isEnabled) openCustodianHook(unit, custodian.id, [capability])
  const enabledCapabilities = isEnabled ? [...enabled, capability] : enabled.filter((each) => each !== capability)
  const after = unit.update(custodians, custodian, { enabledCapabilities })
  await follow(unit, custodian, after)
  return after
}
