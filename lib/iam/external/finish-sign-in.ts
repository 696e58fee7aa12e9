import type { ExternalKind } from '../../../schemas/iam/external.ts'
import { spendSignedState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { type Account, findAccount } from '../identity-store.ts'
import { signIn } from '../sessions/issue-tokens.ts'
import type { issueMfaChallenge } from '../sessions/mfa-challenge.ts'
import type { Origin } from '../sessions/origin.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { consumeAssertion } from './link-store.ts'
import type { OAuthSecrets } from './oauth.ts'
import { type ExternalPerson, type OAuthProvider, readProvider, type SamlProvider } from './provider.ts'
import { findOutboundError } from './provider-fetch.ts'
import { addFragment } from './return-uri.ts'
import type { SamlSecrets } from './saml.ts'
import { SignInFailed } from './sign-in-failed.ts'
import {
  buildRedirectUri,
  describeState,
  getDefaultReturnUri,
  getStateParameter,
  type PendingSignIn,
} from './start-sign-in.ts'

/** The provider's response, as the browser delivered it. */
export interface ProviderCallback {
  answer: Readonly<Record<string, string>>
  from: Origin
  now: Date
  log: Log
}

const runInOwnUnit = <T>({ db }: App, now: Date, work: Parameters<typeof runInUnit<T>>[2]) =>
  runInUnit(db, { tenant: undefined, actor: null, now }, work)

/** Consumes the state before the provider is called, so that no call is made twice. */
const consumeState = async (app: App, kind: ExternalKind, state: string, now: Date): Promise<PendingSignIn> => {
  try {
    return JSON.parse(
      await runInOwnUnit(app, now, (unit) => spendSignedState(app, unit, { ...describeState(kind), state })),
    )
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'VALIDATION_ERROR')
      throw new SignInFailed('invalid_state', error)
    throw error
  }
}

/** Identifies the person from the provider's response; any response that is not valid counts as the provider's failure. */
const identifyPerson = async (
  app: App,
  kind: ExternalKind,
  answer: ProviderCallback['answer'],
  { secrets }: PendingSignIn,
) => {
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

const signInPerson = async (
  app: App,
  kind: ExternalKind,
  { person, assertion }: { person: ExternalPerson; assertion: string | null },
  { now, from }: ProviderCallback,
) => {
  const identity = await runInOwnUnit(app, now, async (unit) => {
    if (assertion)
      consumeAssertion(unit, assertion, () => new SignInFailed('provider_failed', new Error('seen before')))
    return await findOrCreateAccount(app, unit, kind, person, from)
  })
  return await runInOwnUnit(app, now, async (unit) =>
    signIn(app, unit, (await findAccount(app.db, identity)) as Account, [], from),
  )
}

/** Writes the challenge of an account with a second factor as parameters. */
const toFragment = ({
  mfaToken,
  expiresIn,
  factors,
  passkeyOptions,
}: Awaited<ReturnType<typeof issueMfaChallenge>>) => ({
  mfaToken,
  expiresIn: String(expiresIn),
  factors: factors.join(','),
  ...(passkeyOptions && { passkeyOptions: JSON.stringify(passkeyOptions) }),
})

const toErrorCode = (error: unknown) => {
  if (error instanceof SignInFailed) return error.code
  const unset = error instanceof Problem && error.errorCode === 'PROVIDER_NOT_CONFIGURED'
  return unset ? 'provider_not_configured' : 'server_error'
}

/**
 * Returns the URI to redirect the browser to, with tokens, the challenge of a second factor or an error in its fragment: the
 * return URI stored with the state, or the default one if the state is not valid.
 */
export const finishSignIn = async (app: App, kind: ExternalKind, callback: ProviderCallback): Promise<string> => {
  const { answer, now, log } = callback
  const state = answer[getStateParameter(kind)] ?? ''
  let returnUri = getDefaultReturnUri(app)
  try {
    const pending = await consumeState(app, kind, state, now)
    returnUri = pending.returnUri
    const result = await signInPerson(app, kind, await identifyPerson(app, kind, answer, pending), callback)
    if ('mfaToken' in result) return addFragment(returnUri, { ...toFragment(result), state })
    const { accessToken, refreshToken, tokenType, expiresIn } = result
    const tokens = { accessToken, refreshToken: String(refreshToken), tokenType, expiresIn: String(expiresIn) }
    return addFragment(returnUri, { ...tokens, state })
  } catch (error) {
    const code = toErrorCode(error)
    // Logs the message up to its first colon; the rest may quote the response, which has tokens and personal data.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
    const reason = findOutboundError(cause)?.kind ?? cause?.message.split(/[:\n]/)[0]
    if (code === 'server_error') log.error('iam.external.failed', error, { kind })
    else log.info('iam.external.refused', { kind, code, reason })
    return addFragment(returnUri, { error: code, ...(code !== 'invalid_state' && { state }) })
  }
}
