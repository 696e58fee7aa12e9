import * as Type from 'typebox'
import { EXTERNAL_KINDS } from '../../lib/iam/external/provider.ts'
import { resource, valueResource } from '../../lib/platform/http/response/resource.ts'
import { input, nullable, oneOf, timestamp, ulid } from '../types.ts'

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
