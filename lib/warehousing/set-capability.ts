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
  // One that the type could have in an earlier version can still be disabled.
  const isKept = !isEnabled && enabled.includes(capability)
  const violations = isKept ? [] : findCapabilityViolations(type, [capability], () => 'capability')
  if (violations.length) throw invalid(...violations)
  // Also if it is enabled already, since custodians of earlier versions have no address for webhooks.
  if (isEnabled) openCustodianHook(unit, custodian.id, [capability])
  if (enabled.includes(capability) === isEnabled) return custodian
  const enabledCapabilities = isEnabled ? [...enabled, capability] : enabled.filter((each) => each !== capability)
  const after = unit.update(custodians, custodian, { enabledCapabilities })
  await follow(unit, custodian, after)
  return after
}
