import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'

export const EXTERNAL_KINDS = ['oidc', 'social_oauth_a', 'social_oauth_b', 'social_oauth_c', 'saml'] as const
export type ExternalKind = (typeof EXTERNAL_KINDS)[number]

export const isExternalKind = (text: string): text is ExternalKind => EXTERNAL_KINDS.some((each) => each === text)

/** A provider that tells its addresses itself (OpenID Connect discovery). */
export interface DiscoveredProvider {
  issuer: string
  clientId: string
  /** None for a public client. */
  clientSecret?: string
  scope?: string
  /** Counts every address that the provider tells as verified. */
  emailsVerified?: boolean
}

/** An OAuth 2 provider that knows no discovery: who signed in is read from `userinfoUrl`. */
export interface PlainProvider extends Omit<DiscoveredProvider, 'issuer'> {
  authorizationUrl: string
  tokenUrl: string
  userinfoUrl: string
  /** The member that holds who it is; `sub` by default. */
  subject?: string
}

export type OAuthProvider = DiscoveredProvider | PlainProvider

export interface SamlProvider {
  metadataUrl: string
  /** What this platform is called there; the address of its sign-in by default. */
  entityId?: string
  emailsVerified?: boolean
}

/** Who signed in, in the provider's words. */
export interface ExternalPerson {
  /** With `subject`, the same for the same account of the provider for ever. */
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

const URLS = ['issuer', 'authorizationUrl', 'tokenUrl', 'userinfoUrl', 'metadataUrl']
const TEXTS = [...URLS, 'clientId', 'clientSecret', 'scope', 'subject', 'entityId']
const PLAIN = ['authorizationUrl', 'tokenUrl', 'userinfoUrl', 'clientId']

const listRequired = (kind: ExternalKind, given: object) => {
  if (kind === 'saml') return ['metadataUrl']
  return kind === 'oidc' || 'issuer' in given ? ['issuer', 'clientId'] : PLAIN
}

const isKnown = ([name, value]: [string, unknown]) =>
  name === 'emailsVerified'
    ? typeof value === 'boolean'
    : TEXTS.includes(name) && typeof value === 'string' && (!URLS.includes(name) || URL.canParse(value))

const parseProvider = (json: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(json))
  } catch {
    return {}
  }
}

/** What the deployment says of the provider; refuses where it says nothing. */
export const readProvider = async (
  { config, vault }: Pick<App, 'config' | 'vault'>,
  kind: ExternalKind,
): Promise<OAuthProvider | SamlProvider> => {
  const json = config.signIn[kind]
  const variable = `SIGN_IN_${kind.toUpperCase()}`
  if (!json) throw new Problem('PROVIDER_NOT_CONFIGURED', `Signing in with ${kind} is not configured here.`)
  const given = parseProvider(json)
  const wrong = Object.entries(given).filter((member) => !isKnown(member))
  const missing = listRequired(kind, given).filter((name) => !(name in given))
  const names = [...wrong.map(([name]) => name), ...missing]
  if (names.length) throw new Error(`${variable} is wrong about ${names.join(', ')}`)
  const { clientSecret } = given as { clientSecret?: string }
  const opened = clientSecret && (await openDeploymentSecret(vault, variable, clientSecret))
  return { ...given, ...(opened && { clientSecret: opened }) } as unknown as DiscoveredProvider
}
