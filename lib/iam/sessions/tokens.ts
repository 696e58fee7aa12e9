import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../platform/access/access-token.ts'
import { listScopesOfRole } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Account, TenantOf } from '../identity-store.ts'
import type { Origin } from './device.ts'
import { rememberDevice } from './known-devices.ts'
import { startSession } from './session.ts'

interface Session {
  identity: Id
  session: Id
  /** Of a satellite. */
  grant?: Id | undefined
  /** The tenant that the session works in; null until one is selected. */
  tenant: Id | null
  tenants: readonly TenantOf[]
  /** Null where the caller has one already. */
  refreshToken: string | null
}

/** The answer to signing in: what the session may do now and how it goes on. */
export const issueTokens = async (app: App, { identity, session, grant, tenant, tenants, refreshToken }: Session) => {
  const selected = tenants.find((each) => each.tenant === tenant)
  return {
    accessToken: await signAccessToken(app, {
      identity,
      session,
      grant,
      tenant: selected?.tenant,
      membership: selected?.version,
      scopes: selected ? listScopesOfRole(selected.role) : [],
    }),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    tenants: tenants.map(({ tenant: id, name, role }) => ({ id, name, role })),
  }
}

/** A new session, in the identity's tenant where it has exactly one. */
export const signIn = async (app: App, unit: Unit, account: Account, from: Origin) => {
  const { identity, tenants } = account
  const tenant = tenants.length === 1 ? (tenants[0] as TenantOf).tenant : null
  const { session, refreshToken } = await startSession(app, unit, identity, tenant, from)
  rememberDevice(unit, account, from)
  return await issueTokens(app, { identity: identity.id, session, tenant, tenants, refreshToken })
}
