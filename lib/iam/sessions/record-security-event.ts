import { checkRateLimit, refusedTokenGateKey } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { AuditAction } from '../../platform/store/audit/audit-note.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { Account } from '../identity-store.ts'
import type { Origin } from './origin.ts'

// Stands for the entry of a failed sign-in that no tenant has:  P#failed-sign-in / <id>   expiresAt

/** Tenants to whose trails one event is added. */
const MAX_TENANTS = 10

const buildNote = (action: AuditAction, id: Id, type = 'identity') => ({ action, type, resource: id, changes: [] })

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

interface Refused {
  actorType: 'person' | 'service_account'
  /** Kind of the account. */
  type: string
  id: Id
  tenants: readonly Id[]
}

/**
 * Records a refused sign-in in the trails of the account's tenants. An unknown account takes the same write, so that the
 * duration does not reveal accounts.
 */
const recordRefusal = async (
  { db }: Pick<App, 'db'>,
  now: Date,
  refused: Refused | undefined,
  { address }: Pick<Origin, 'address'>,
): Promise<void> => {
  await runInUnit(db, { tenant: undefined, actor: null, now }, async (unit) => {
    for (const tenant of refused?.tenants.slice(0, MAX_TENANTS) ?? []) {
      const { actorType, type, id } = refused as Refused
      unit.audit.add({ tenant, actorType, address }, buildNote('sign_in_failed', id, type))
    }
    const expiresAt = Math.floor(now.getTime() / 1000)
    if (!refused?.tenants.length)
      unit.add({ put: { pk: 'P#failed-sign-in', sk: newId(now), kind: 'failed-sign-in', expiresAt } })
  })
}

/** Records a wrong password in the audit trails of the account's tenants. */
export const recordFailedSignIn = async (
  app: Pick<App, 'db'>,
  now: Date,
  account: Account | undefined,
  from: Pick<Origin, 'address'>,
): Promise<void> => {
  const tenants = account?.tenants.map(({ tenant }) => tenant) ?? []
  const refused = account && { actorType: 'person' as const, type: 'identity', id: account.identity.id, tenants }
  await recordRefusal(app, now, refused, from)
}

const SERVICE_ACCOUNT = { actorType: 'service_account', type: 'service-account' } as const

/** Records that a service account got a token. */
export const recordIssuedToken = (unit: Unit, id: Id, { address }: Pick<Origin, 'address'>): void => {
  const { actorType, type } = SERVICE_ACCOUNT
  unit.audit.add({ tenant: unit.tenant, actor: id, actorType, address }, buildNote('sign_in', id, type))
}

const MAX_RECORDED = 10
const RECORDED_WINDOW_SECONDS = 900

/** Counts what is recorded of refused requests; false once that is enough, so that nobody floods the trail of a tenant. */
const countRefusal = async ({ db }: Pick<App, 'db'>, now: Date, id: Id): Promise<boolean> => {
  try {
    await checkRateLimit(db, now, refusedTokenGateKey(id), MAX_RECORDED, { windowSeconds: RECORDED_WINDOW_SECONDS })
    return true
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'RATE_LIMITED') return false
    throw error
  }
}

/** Records that a service account was refused a token, as often in a while as a password can be wrong. */
export const recordRefusedToken = async (
  app: Pick<App, 'db'>,
  now: Date,
  { id, tenant }: { id: Id; tenant: Id | undefined },
  from: Pick<Origin, 'address'>,
): Promise<void> => {
  if (!(await countRefusal(app, now, id))) return
  await recordRefusal(app, now, tenant === undefined ? undefined : { ...SERVICE_ACCOUNT, id, tenants: [tenant] }, from)
}
