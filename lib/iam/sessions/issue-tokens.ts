import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../platform/access/access-token.ts'
import { listScopesOfRole } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Account, TenantAccess } from '../identity-store.ts'
import type { Origin } from './origin.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { rememberDevice } from './remember-device.ts'
import { startSession } from './session-store.ts'

interface Session {
  identity: Id
  session: Id
  /** Set if a satellite gets the tokens. */
  grant?: Id | undefined
  /** The session's tenant; null until one is selected. */
  tenant: Id | null
  tenants: readonly TenantAccess[]
  /** Null if the caller keeps the one it has. */
  refreshToken: string | null
}

/** Builds the response to a sign-in or refresh, with a new access token. */
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

/** Starts a session and issues its tokens; selects the tenant if the identity has exactly one. */
export const signIn = async (app: App, unit: Unit, account: Account, from: Origin) => {
  const { identity, tenants } = account
  const [first, second] = tenants
  const tenant = first && !second ? first.tenant : null
  const { session, refreshToken } = await startSession(app, unit, identity, tenant, from)
  rememberDevice(unit, account, from)
  recordSecurityEvent(unit, 'sign_in', identity.id, [tenant ?? undefined], from)
  return await issueTokens(app, { identity: identity.id, session, tenant, tenants, refreshToken })
}
