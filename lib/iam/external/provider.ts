import { EXTERNAL_KINDS, type ExternalKind } from '../../../schemas/iam/external.ts'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'

export const isExternalKind = (text: string): text is ExternalKind => EXTERNAL_KINDS.some((each) => each === text)

/** A provider with OpenID Connect discovery. */
export interface DiscoveredProvider {
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret?: string
  scope?: string
  /** True if every address from the provider counts as verified. */
  emailsVerified?: boolean
}

/** An OAuth 2 provider without discovery; the person is read from `userinfoUrl`. */
export interface PlainProvider extends Omit<DiscoveredProvider, 'issuer'> {
  authorizationUrl: string
  tokenUrl: string
  userinfoUrl: string
  /** Name of the field with the person's id; `sub` by default. */
  subject?: string
}

export type OAuthProvider = DiscoveredProvider | PlainProvider

export interface SamlProvider {
  metadataUrl: string
  /** This platform's entity id at the provider; derived from the callback URL by default. */
  entityId?: string
  emailsVerified?: boolean
}

/** The person who signed in, as the provider describes them. */
export interface ExternalPerson {
  /** Together with `subject`, the permanent id of the provider's account. */
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

/** Reads the provider's configuration from the deployment; throws if there is none or it is not valid. */
export const readProvider = async (
  { config, vault }: Pick<App, 'config' | 'vault'>,
  kind: ExternalKind,
): Promise<OAuthProvider | SamlProvider> => {
  const json = config.signIn[kind]
  const variable = `SIGN_IN_${kind.toUpperCase()}`
  if (!json) throw new Problem('PROVIDER_NOT_CONFIGURED', `Sign-in with ${kind} is not configured.`)
  const given = parseProvider(json)
  const wrong = Object.entries(given).filter((member) => !isKnown(member))
  const missing = listRequired(kind, given).filter((name) => !(name in given))
  const names = [...wrong.map(([name]) => name), ...missing]
  if (names.length) throw new Error(`${variable} has missing or invalid members: ${names.join(', ')}`)
  const { clientSecret } = given
  const opened = typeof clientSecret === 'string' && (await openDeploymentSecret(vault, variable, clientSecret))
  return { ...given, ...(opened && { clientSecret: opened }) } as unknown as DiscoveredProvider
}
