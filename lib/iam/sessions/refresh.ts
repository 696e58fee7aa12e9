import type { App } from '../../platform/app/app.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findAccount } from '../identity-store.ts'
import { findSatellite } from '../satellite-store.ts'
import { buildSessionEndedProblem, endSession, findSession, isOver, rotate } from './session.ts'
import { issueTokens } from './tokens.ts'

/** Spends a refresh token for new tokens; the session's tenant and role are looked at again. */
export const refreshTokens = async (app: App, unit: Unit, refreshToken: string) => {
  const found = await findSession(app, refreshToken, unit.now)
  const { identity, session, grant, item } = found
  const account = await findAccount(app.db, identity)
  if (!account || isOver(account.identity, session)) throw buildSessionEndedProblem()
  if (item.clientId && !(await findSatellite(app.db, item.clientId))) throw buildSessionEndedProblem()
  const next = await rotate(app, unit, found)
  if (!next) {
    // The refusal must not take the end of the session with it, so that is written apart.
    await runInUnit(app.db, { tenant: undefined, actor: null, now: unit.now }, async (ending) =>
      endSession(ending, identity, session, grant),
    )
    throw buildSessionEndedProblem()
  }
  return await issueTokens(app, { ...account, identity, session, grant, tenant: item.tenant, refreshToken: next })
}
