import * as Type from 'typebox'
import { ROLES } from '../../lib/platform/access/scopes.ts'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { email, id, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'

const password = () =>
  Type.String({ minLength: 8, maxLength: 256, writeOnly: true, examples: ['correct horse battery staple'] })
const token = () => Type.String({ minLength: 1, maxLength: 512, title: 'the token from the mail', writeOnly: true })
const country = () => Type.String({ pattern: '^[A-Z]{2}$', title: 'an ISO 3166 country code', examples: ['DE'] })

const phone = (options: object = {}) =>
  Type.String({
    pattern: '^\\+[1-9][0-9]{6,14}$',
    title: 'a telephone number as E.164 writes it, such as +4930901820',
    examples: ['+4930901820'],
    ...options,
  })

export const RegisterInput = input({
  email: email({ examples: ['ada@example.com'] }),
  password: password(),
  firstName: text(100, { examples: ['Ada'] }),
  company: Type.Optional(nullable(text(255, { examples: ['Analytical Engines Ltd'] }))),
  country: Type.Optional(nullable(country())),
  marketingOptIn: Type.Optional(Type.Boolean({ default: false })),
})

export const LoginInput = input({
  email: email(),
  password: Type.String({ minLength: 1, maxLength: 256, writeOnly: true }),
  deviceToken: Type.Optional(
    nullable(
      Type.String({
        maxLength: 256,
        writeOnly: true,
        description: 'What an earlier sign-in on this device was answered; one that is not valid any more is ignored',
      }),
    ),
  ),
})
export const RefreshInput = input({ refreshToken: Type.String({ minLength: 1, maxLength: 4096, writeOnly: true }) })
export const EmailInput = input({ email: email() })
export const TokenInput = input({ token: token() })
export const ResetPasswordInput = input({ token: token(), newPassword: password() })
export const SelectTenantInput = input({ tenantId: id() })

export const UpdateMeInput = input({
  phone: Type.Optional(nullable(phone({ description: 'Null takes it away' }))),
})

export const Registered = Type.Object({ id: ulid(), email: email() }, { additionalProperties: false })

const TenantOf = Type.Object({ id: ulid(), name: Type.String(), role: oneOf(ROLES) }, { additionalProperties: false })

const tokens = {
  accessToken: Type.String(),
  refreshToken: nullable(Type.String({ description: 'Null where the one you have goes on to be valid' })),
  tokenType: Type.Unsafe<string>({ type: 'string', const: 'Bearer' }),
  expiresIn: Type.Integer({ description: 'Seconds' }),
  tenants: Type.Array(TenantOf),
}
export const Tokens = Type.Object(tokens, { additionalProperties: false })

export const LoginTokens = Type.Object(
  {
    ...tokens,
    deviceToken: Type.String({
      description: 'Shows at the next sign-in that this device knows the account; good for half a year',
    }),
  },
  { additionalProperties: false },
)

export const Me = resource('Me', '/api/iam/me', {
  id: ulid(),
  email: email(),
  firstName: Type.String(),
  country: nullable(country()),
  marketingOptIn: Type.Boolean(),
  phone: nullable(phone({ description: 'Where text messages reach you' })),
  emailVerified: Type.Boolean(),
  sessionId: ulid(),
  tenant: nullable(TenantOf),
  tenants: Type.Array(TenantOf),
  scopes: Type.Array(Type.String()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        y: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  },
  { additionalProperties: false },
)
