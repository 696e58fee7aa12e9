import { spendState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { type Account, findAccount } from '../identity-store.ts'
import type { Origin } from '../sessions/device.ts'
import { signIn } from '../sessions/tokens.ts'
import { findOrCreateAccount } from './account.ts'
import { SignInFailed } from './failure.ts'
import { consumeAssertion } from './link-store.ts'
import type { OAuthSecrets } from './oauth.ts'
import {
  type ExternalKind,
  type ExternalPerson,
  type OAuthProvider,
  readProvider,
  type SamlProvider,
} from './provider.ts'
import { findOutboundError } from './provider-fetch.ts'
import { withFragment } from './return-uri.ts'
import type { SamlSecrets } from './saml.ts'
import { buildRedirectUri, defaultReturnUri, describeState, stateName, type Waiting } from './start.ts'

/** What came back with the browser, and from where. */
export interface CameBack {
  answer: Readonly<Record<string, string>>
  from: Origin
  now: Date
  log: Log
}

const runInOwnUnit = <T>({ db }: App, now: Date, work: Parameters<typeof runInUnit<T>>[2]) =>
  runInUnit(db, { tenant: undefined, actor: null, now }, work)

/** The state is spent before anything is asked of the provider, so that nothing is ever asked twice. */
const consumeState = async (app: App, kind: ExternalKind, state: string, now: Date): Promise<Waiting> => {
  try {
    return JSON.parse(await runInOwnUnit(app, now, (unit) => spendState(app, unit, { ...describeState(kind), state })))
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'VALIDATION_ERROR')
      throw new SignInFailed('invalid_state', error)
    throw error
  }
}

/** Asks the provider, or its answer, who signed in; whatever it says is the provider's failure unless it fits. */
const identifyPerson = async (app: App, kind: ExternalKind, answer: CameBack['answer'], { secrets }: Waiting) => {
  const provider = await readProvider(app, kind)
  const redirectUri = buildRedirectUri(app, kind)
  if (answer.error !== undefined)
    throw new SignInFailed(answer.error === 'access_denied' ? 'access_denied' : 'provider_failed')
  try {
    if (kind === 'saml') {
      const { finishSaml } = await import('./saml.ts')
      const response = { redirectUri, response: answer.SAMLResponse ?? '', secrets: secrets as SamlSecrets }
      return await finishSaml(app, provider as SamlProvider, response)
    }
    const { finishOAuth } = await import('./oauth.ts')
    const parameters = { redirectUri, answer: new URLSearchParams(answer), secrets: secrets as OAuthSecrets }
    const person = await finishOAuth(app, provider as OAuthProvider, parameters)
    return { person, assertion: null }
  } catch (cause) {
    throw new SignInFailed('provider_failed', cause)
  }
}

const issueTokens = async (
  app: App,
  kind: ExternalKind,
  { person, assertion }: { person: ExternalPerson; assertion: string | null },
  { now, from }: CameBack,
) => {
  const identity = await runInOwnUnit(app, now, async (unit) => {
    if (assertion)
      consumeAssertion(unit, assertion, () => new SignInFailed('provider_failed', new Error('seen before')))
    return await findOrCreateAccount(app, unit, kind, person, from)
  })
  return await runInOwnUnit(app, now, async (unit) =>
    signIn(app, unit, (await findAccount(app.db, identity)) as Account, from),
  )
}

const toErrorCode = (error: unknown) => {
  if (error instanceof SignInFailed) return error.code
  const unset = error instanceof Problem && error.errorCode === 'PROVIDER_NOT_CONFIGURED'
  return unset ? 'provider_not_configured' : 'server_error'
}

/**
 * Where to take the browser now: back to the page that started it, with tokens or with an error in the fragment. Only
 * a state that is good says which page that is; without one it is the application's own.
 */
export const finishSignIn = async (app: App, kind: ExternalKind, cameBack: CameBack): Promise<string> => {
  const { answer, now, log } = cameBack
  const state = answer[stateName(kind)] ?? ''
  let returnUri = defaultReturnUri(app)
  try {
    const waiting = await consumeState(app, kind, state, now)
    returnUri = waiting.returnUri
    const { accessToken, refreshToken, tokenType, expiresIn } = await issueTokens(
      app,
      kind,
      await identifyPerson(app, kind, answer, waiting),
      cameBack,
    )
    const tokens = { accessToken, refreshToken: refreshToken as string, tokenType, expiresIn: String(expiresIn) }
    return withFragment(returnUri, { ...tokens, state })
  } catch (error) {
    const code = toErrorCode(error)
    // Up to the first colon, since what follows may quote the answer, which holds tokens and persons.
    const cause = (error as Error).cause as Error | undefined
    const reason = findOutboundError(cause)?.kind ?? cause?.message.split(/[:\n]/)[0]
    if (code === 'server_error') log.error('iam.external.failed', error, { kind })
    else log.info('iam.external.refused', { kind, code, reason })
    return withFragment(returnUri, { error: code, ...(code !== 'invalid_state' && { state }) })
  }
}
