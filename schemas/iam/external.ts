import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { input, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const EXTERNAL_KINDS = ['oidc', 'social_oauth_a', 'social_oauth_b', 'social_oauth_c', 'saml'] as const
export type ExternalKind = (typeof EXTERNAL_KINDS)[number]

const returnUri = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 2048, examples: ['https://app.example/signed-in'], ...options })

export const StartExternalSignInInput = input({
  returnUri: Type.Optional(
    nullable(
      returnUri({
        description: 'Page to which the browser returns with the tokens; must be allowed by the deployment',
      }),
    ),
  ),
})

export const ExternalSignIn = valueResource('ExternalSignIn', {
  id: ulid(),
  kind: oneOf(EXTERNAL_KINDS),
  authorizationUrl: Type.String({ description: 'Redirect the browser to this URL' }),
  state: Type.String({ description: 'Returned with the tokens; store it and compare' }),
  redirectUri: Type.String({ description: 'Callback URL; register it at the provider' }),
  returnUri: returnUri(),
  expiresInSeconds: Type.Integer(),
})

export const ExternalAccount = resource('ExternalAccount', '/api/iam/external-accounts/{id}', {
  id: ulid(),
  kind: oneOf(EXTERNAL_KINDS),
  provider: Type.String({ description: 'Name of the provider', examples: ['login.example.com'] }),
  linkedAt: timestamp(),
})

export const SamlAnswerInput = Type.Object({
  SAMLResponse: Type.Optional(Type.String({ writeOnly: true })),
  RelayState: Type.Optional(Type.String({ writeOnly: true })),
})
