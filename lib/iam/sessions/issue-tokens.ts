import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../platform/access/access-token.ts'
import { listScopesOfRole } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Account } from '../identity-store.ts'
import { findObstacle, readAccessRules } from '../mfa/access-rules.ts'
import type { Authentication } from '../mfa.ts'
import { issueMfaChallenge } from './mfa-challenge.ts'
import type { Origin } from './origin.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { rememberDevice } from './remember-device.ts'
import { startSession } from './session-store.ts'

interface Session extends Authentication {
  session: Id
  /** Set if a satellite gets the tokens. */
  grant?: Id | undefined
  /** The session's tenant; null until one is selected. */
  tenant: Id | null
  /** Null if the caller keeps the one it has. */
  refreshToken: string | null
  /** Throws if the tenant does not let the session in; by default the tokens then have no tenant. */
  mustSelect?: boolean
}

/** Builds the response to a sign-in or refresh, with a new access token. */
export const issueTokens = async (
  app: App,
  { identity: { id: identity }, tenants, mfa }: Account,
  { session, grant, tenant, refreshToken, authenticatedAt, methods, mustSelect = false }: Session,
) => {
  const known = tenants.find((each) => each.tenant === tenant)
  const rules = known && (await readAccessRules(app.db, known.tenant, app.clock()))
  const obstacle = rules && findObstacle(rules, mfa, methods)
  if (obstacle && mustSelect) throw obstacle
  const selected = obstacle ? undefined : known
  return {
    accessToken: await signAccessToken(app, {
      identity,
      session,
      grant,
      tenant: selected?.tenant,
      membership: selected?.version,
      scopes: selected ? listScopesOfRole(selected.role) : [],
      authenticatedAt,
      methods,
      demandsStepUp: rules?.demandsStepUp ?? false,
    }),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    tenants: tenants.map(({ tenant: id, name, role }) => ({ id, name, role })),
  }
}

/** Starts a session and issues its tokens; selects the tenant if the identity has exactly one. */
export const startSignedInSession = async (
  app: App,
  unit: Unit,
  account: Account,
  methods: readonly string[],
  from: Origin,
) => {
  const [first, second] = account.tenants
  const tenant = first && !second ? first.tenant : null
  const started = await startSession(app, unit, account.identity, tenant, methods, from)
  rememberDevice(unit, account, from)
  recordSecurityEvent(unit, 'sign_in', account.identity.id, [tenant ?? undefined], from)
  return await issueTokens(app, account, { ...started, tenant, methods })
}

/**
 * Continues every sign-in whose first step succeeded, by password or at a provider: asks an account that has a second
 * factor for it, and starts the session of any other.
 */
export const signIn = (app: App, unit: Unit, account: Account, methods: readonly string[], from: Origin) =>
  account.mfa.factors.length
    ? issueMfaChallenge(app, unit, account, methods, from)
    : startSignedInSession(app, unit, account, methods, from)
