import type { App } from '../../platform/app/app.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findAccount } from '../identity-store.ts'
import { findSatellite } from '../satellite-store.ts'
import { issueTokens } from './issue-tokens.ts'
import {
  buildSessionEndedProblem,
  endSession,
  findSession,
  isSessionEnded,
  rotateRefreshToken,
} from './session-store.ts'

/** Exchanges a refresh token for new tokens, with the current role in the session's tenant. */
export const refreshSession = async (app: App, unit: Unit, refreshToken: string) => {
  const found = await findSession(app, refreshToken, unit.now)
  const { identity, session, grant, item, shown } = found
  const account = await findAccount(app.db, identity)
  if (!account || isSessionEnded(account.identity, session)) throw buildSessionEndedProblem()
  if (item.clientId && !(await findSatellite(app.db, item.clientId))) throw buildSessionEndedProblem()
  const next = await rotateRefreshToken(app, unit, found)
  if (!next) {
    // A separate unit ends the session, since throwing discards the changes of this one.
    await runInUnit(app.db, { tenant: undefined, actor: null, now: unit.now }, async (ending) =>
      endSession(ending, identity, session, grant),
    )
    throw buildSessionEndedProblem()
  }
  return await issueTokens(app, account, { session, grant, tenant: item.tenant, refreshToken: next, ...shown })
}
