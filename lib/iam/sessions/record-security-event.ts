import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import type { AuditAction } from '../../platform/store/audit/audit-note.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { Account } from '../identity-store.ts'
import type { Origin } from './origin.ts'

// Stands for the entry of a failed sign-in that no tenant has:  P#failed-sign-in / <id>   expiresAt

/** Tenants to whose trails one event is added. */
const MAX_TENANTS = 10

const buildNote = (action: AuditAction, identity: Id) => ({ action, type: 'identity', resource: identity, changes: [] })

/** Records something that a person did to the own account, in the audit trails of these tenants. */
export const recordSecurityEvent = (
  unit: Unit,
  action: 'sign_in' | 'sessions_ended' | 'credentials_changed',
  identity: Id,
  tenants: readonly (Id | undefined)[],
  from?: Pick<Origin, 'address'>,
): void => {
  const by = { actor: identity, actorType: 'person', ...(from && { address: from.address }) } as const
  for (const tenant of tenants.filter((each) => each !== undefined).slice(0, MAX_TENANTS))
    unit.audit.add({ ...by, tenant }, buildNote(action, identity))
}

/** Records in the audit trails of the account's tenants that its address or a way to sign in has changed. */
export const recordCredentialChange = (
  unit: Unit,
  { identity, tenants }: Pick<Account, 'identity' | 'tenants'>,
  from: Pick<Origin, 'address'>,
): void => {
  const affected = tenants.map(({ tenant }) => tenant)
  recordSecurityEvent(unit, 'credentials_changed', identity.id, affected, from)
}

/**
 * Records a wrong password in the audit trails of the account's tenants. An unknown address takes the same write, so that
 * the duration does not reveal accounts.
 */
export const recordFailedSignIn = async (
  { db }: Pick<App, 'db'>,
  now: Date,
  account: Account | undefined,
  { address }: Pick<Origin, 'address'>,
): Promise<void> => {
  await runInUnit(db, { tenant: undefined, actor: null, now }, async (unit) => {
    const tenants = (account?.tenants ?? []).slice(0, MAX_TENANTS)
    for (const { tenant } of tenants)
      unit.audit.add({ tenant, actorType: 'person', address }, buildNote('sign_in_failed', account?.identity.id as Id))
    const expiresAt = Math.floor(now.getTime() / 1000)
    if (!tenants.length)
      unit.add({ put: { pk: 'P#failed-sign-in', sk: newId(now), kind: 'failed-sign-in', expiresAt } })
  })
}
