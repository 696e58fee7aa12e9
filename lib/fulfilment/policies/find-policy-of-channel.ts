import type { Id } from '../../platform/id.ts'
import { orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findDefaultPolicyId, findPolicy, type StoredPolicy } from './policy-store.ts'

type ChannelPolicy = { defaultFulfilmentPolicyId: Id | null }

/** Finds the policy that applies to a channel: its own, else the tenant's default. */
export const findPolicyOfChannel = async (
  db: Table,
  tenant: Id,
  { defaultFulfilmentPolicyId }: ChannelPolicy,
): Promise<StoredPolicy | undefined> => {
  const own = defaultFulfilmentPolicyId && (await findPolicy(db, tenant, defaultFulfilmentPolicyId))
  if (own) return own
  const id = await findDefaultPolicyId(db, tenant)
  return id ? await findPolicy(db, tenant, id) : undefined
}

/**
 * Returns true if accepted orders of a channel may be routed: the policy that the channel names may be deleted. Costs nothing
 * if the channel names one.
 */
export const isRouted = async (db: Table, tenant: Id, { defaultFulfilmentPolicyId }: ChannelPolicy): Promise<boolean> =>
  defaultFulfilmentPolicyId !== null || (await findDefaultPolicyId(db, tenant)) !== undefined

/** Throws a violation if a channel names a policy that does not exist. */
export const requirePolicy = async (db: Table, tenant: Id, id: Id): Promise<StoredPolicy> =>
  orInvalid(await findPolicy(db, tenant, id), 'defaultFulfilmentPolicyId', 'policy')
