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
        description: 'Where the browser is taken with the tokens in the end; one that the deployment allows',
      }),
    ),
  ),
})

export const ExternalSignIn = valueResource('ExternalSignIn', {
  id: ulid(),
  kind: oneOf(EXTERNAL_KINDS),
  authorizationUrl: Type.String({ description: 'Where to take the browser' }),
  state: Type.String({ description: 'Comes back with the tokens; keep it and compare' }),
  redirectUri: Type.String({ description: 'Where the provider sends the browser; register it there' }),
  returnUri: returnUri(),
  expiresInSeconds: Type.Integer(),
})

export const ExternalAccount = resource('ExternalAccount', '/api/iam/external-accounts/{id}', {
  id: ulid(),
  kind: oneOf(EXTERNAL_KINDS),
  provider: Type.String({ description: 'What the provider is called', examples: ['login.example.com'] }),
  linkedAt: timestamp(),
})

export const SamlAnswerInput = Type.Object({
  SAMLResponse: Type.Optional(Type.String({ writeOnly: true })),
  RelayState: Type.Optional(Type.String({ writeOnly: true })),
})
