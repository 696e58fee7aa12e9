import * as Type from 'typebox'
import { input } from '../types.ts'

const clientId = () => Type.String({ minLength: 1, maxLength: 64, examples: ['storefront'] })
const secret = (options: object = {}) => Type.String({ minLength: 1, maxLength: 512, writeOnly: true, ...options })

export const SatelliteCodeInput = input({
  clientId: clientId(),
  redirectUri: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Must equal one of the redirect URIs of the satellite',
    examples: ['https://storefront.example/signed-in'],
  }),
  codeChallenge: Type.String({
    pattern: '^[\\w-]{43}$',
    title: 'the SHA-256 of the verifier in base64url, 43 characters',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
})

export const SatelliteCode = Type.Object(
  {
    code: Type.String({ description: 'Code to exchange for tokens; works once' }),
    clientId: Type.String(),
    redirectUri: Type.String({ description: 'Redirect the browser here with the code' }),
    expiresInSeconds: Type.Integer(),
  },
  { additionalProperties: false },
)

export const SatelliteTokenInput = input({
  code: secret(),
  clientId: clientId(),
  clientSecret: secret(),
  codeVerifier: Type.String({
    pattern: '^[\\w.~-]{43,128}$',
    title: 'a code verifier of 43 to 128 characters (RFC 7636)',
    examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    writeOnly: true,
  }),
})
