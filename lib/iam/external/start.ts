import { issueState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { toProviderProblem } from '../../platform/outbound/problems.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { OAuthSecrets } from './oauth.ts'
import { type ExternalKind, type OAuthProvider, readProvider, type SamlProvider } from './provider.ts'
import { findOutboundError } from './provider-fetch.ts'
import { matchReturnUri } from './return-uri.ts'
import type { SamlSecrets } from './saml.ts'

const STATE_SECONDS = 600

/** What waits behind the state until the provider sends the browser back. */
export interface Waiting {
  returnUri: string
  secrets: OAuthSecrets | SamlSecrets
}

export const describeState = (kind: ExternalKind) => ({ purpose: 'external-sign-in', binding: { kind } })

/** What a provider of this kind calls it. */
export const stateName = (kind: ExternalKind) => (kind === 'saml' ? 'RelayState' : 'state')

export const buildRedirectUri = ({ config }: Pick<App, 'config'>, kind: ExternalKind): string =>
  `${config.publicUrl}/auth/external/${kind}/callback`

export const defaultReturnUri = ({ config }: Pick<App, 'config'>): string =>
  new URL(config.signInReturnUris[0] as string).href

const begin = async (app: App, kind: ExternalKind) => {
  const provider = await readProvider(app, kind)
  const redirectUri = buildRedirectUri(app, kind)
  try {
    // Their libraries are large, and few requests need them.
    if (kind === 'saml') {
      const { beginSaml } = await import('./saml.ts')
      return await beginSaml(app, provider as SamlProvider, redirectUri)
    }
    const { beginOAuth } = await import('./oauth.ts')
    return await beginOAuth(app, provider as OAuthProvider, redirectUri)
  } catch (cause) {
    const error = findOutboundError(cause)
    if (error) throw toProviderProblem(error)
    throw new Problem('UPSTREAM_FAILED', 'The provider describes itself in a way that cannot be used.', { cause })
  }
}

/** Where to take the browser for signing in with this kind of provider, and the state that it will bring back. */
export const startSignIn = async (app: App, unit: Unit, kind: ExternalKind, asked: string | null) => {
  const returnUri = asked === null ? defaultReturnUri(app) : matchReturnUri(asked, app.config.signInReturnUris)
  if (!returnUri) throw invalid({ propertyPath: 'returnUri', message: 'is not one that may be returned to' })
  const { secrets, url } = await begin(app, kind)
  const payload = JSON.stringify({ returnUri, secrets } satisfies Waiting)
  const state = await issueState(app, unit, { ...describeState(kind), payload, seconds: STATE_SECONDS })
  url.searchParams.set(stateName(kind), state)
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
