import type { ExternalKind } from '../../../schemas/iam/external.ts'
import { issueSignedState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { toProviderProblem } from '../../platform/outbound/problems.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { OAuthSecrets } from './oauth.ts'
import { type OAuthProvider, readProvider, type SamlProvider } from './provider.ts'
import { findOutboundError } from './provider-fetch.ts'
import { matchReturnUri } from './return-uri.ts'
import type { SamlSecrets } from './saml.ts'

const STATE_SECONDS = 600

/** Stored with the state until the provider sends the browser back. */
export interface PendingSignIn {
  returnUri: string
  secrets: OAuthSecrets | SamlSecrets
}

export const describeState = (kind: ExternalKind) => ({ purpose: 'external-sign-in', binding: { kind } })

/** Returns the name of the parameter in which a provider of this kind returns the state. */
export const getStateParameter = (kind: ExternalKind) => (kind === 'saml' ? 'RelayState' : 'state')

export const buildRedirectUri = ({ config }: Pick<App, 'config'>, kind: ExternalKind): string =>
  `${config.publicUrl}/auth/external/${kind}/callback`

export const getDefaultReturnUri = ({ config }: Pick<App, 'config'>): string =>
  new URL(config.signInReturnUris[0] ?? '').href

const beginAtProvider = async (app: App, kind: ExternalKind) => {
  const provider = await readProvider(app, kind)
  const redirectUri = buildRedirectUri(app, kind)
  try {
    // The libraries are large and few requests need them, so they are loaded here.
    if (kind === 'saml') {
      const { beginSaml } = await import('./saml.ts')
      return await beginSaml(app, provider as SamlProvider, redirectUri)
    }
    const { beginOAuth } = await import('./oauth.ts')
    return await beginOAuth(app, provider as OAuthProvider, redirectUri)
  } catch (cause) {
    const error = findOutboundError(cause)
    if (error) throw toProviderProblem(error)
    throw new Problem('UPSTREAM_FAILED', 'The provider returned a configuration that is not valid.', { cause })
  }
}

/** Starts a sign-in: returns the URL to open at the provider and the state that comes back from it. */
export const startSignIn = async (app: App, unit: Unit, kind: ExternalKind, requestedUri: string | null) => {
  const returnUri =
    requestedUri === null ? getDefaultReturnUri(app) : matchReturnUri(requestedUri, app.config.signInReturnUris)
  if (!returnUri) throw invalid({ propertyPath: 'returnUri', message: 'must be one of the allowed return URIs' })
  const { secrets, url } = await beginAtProvider(app, kind)
  const payload = JSON.stringify({ returnUri, secrets } satisfies PendingSignIn)
  const state = await issueSignedState(app, unit, { ...describeState(kind), payload, seconds: STATE_SECONDS })
  url.searchParams.set(getStateParameter(kind), state)
  return {
    id: unit.newId(),
    kind,
    authorizationUrl: url.href,
    state,
    redirectUri: buildRedirectUri(app, kind),
    returnUri,
    expiresInSeconds: STATE_SECONDS,
  }
}
