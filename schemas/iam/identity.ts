import type { Static } from 'typebox'
import * as Type from 'typebox'
import { country } from '../country.ts'
import { resource } from '../resource.ts'
import { ROLES } from '../roles.ts'
import { email, id, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { MfaChallenge } from './mfa.ts'

const password = () =>
  Type.String({ minLength: 8, maxLength: 256, writeOnly: true, examples: ['correct horse battery staple'] })
const token = () => Type.String({ minLength: 1, maxLength: 512, title: 'the token from the mail', writeOnly: true })

const phone = (options: object = {}) =>
  Type.String({
    pattern: '^\\+[1-9][0-9]{6,14}$',
    title: 'a telephone number in E.164 format, such as +4930901820',
    examples: ['+4930901820'],
    ...options,
  })

/** A locale as templates have them. */
const locale = (options: object = {}) =>
  Type.String({
    maxLength: 10,
    pattern: '^[A-Za-z]{2,3}([_-][A-Za-z]{4})?([_-]([A-Za-z]{2}|[0-9]{3}))?$',
    title: 'a locale such as de_DE',
    examples: ['de_DE'],
    ...options,
  })

export const RegisterInput = input({
  email: email({ examples: ['ada@example.com'] }),
  password: password(),
  firstName: text(100, { examples: ['Ada'] }),
  company: Type.Optional(nullable(text(255, { examples: ['Analytical Engines Ltd'] }))),
  country: Type.Optional(nullable(country())),
  locale: Type.Optional(
    nullable(
      locale({ description: 'Language of messages about your account; by default, as `Accept-Language` wishes' }),
    ),
  ),
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
        description: 'Token from an earlier sign-in on this device; ignored if it is no longer valid',
      }),
    ),
  ),
})
export const RefreshInput = input({ refreshToken: Type.String({ minLength: 1, maxLength: 4096, writeOnly: true }) })
export const EmailInput = input({ email: email() })
export const TokenInput = input({ token: token() })
export const ResetPasswordInput = input({ token: token(), newPassword: password() })
export const ChangePasswordInput = input({
  currentPassword: Type.String({ minLength: 1, maxLength: 256, writeOnly: true }),
  newPassword: password(),
})
export const ChangeEmailInput = input({ newEmail: email({ examples: ['ada@example.org'] }) })
export const SelectTenantInput = input({ tenantId: id() })

export const UpdateMeInput = input(
  {
    phone: Type.Optional(nullable(phone({ description: 'Null removes it' }))),
    locale: Type.Optional(nullable(locale({ description: 'Null stands for English' }))),
  },
  { minProperties: 1 },
)

export const Registered = Type.Object(
  { id: ulid(), email: email() },
  { $id: 'Registered', additionalProperties: false },
)

const TenantRole = Type.Object({ id: ulid(), name: Type.String(), role: oneOf(ROLES) }, { additionalProperties: false })

const tokens = {
  accessToken: Type.String(),
  refreshToken: nullable(Type.String({ description: 'Null if the one you have stays valid' })),
  tokenType: Type.Unsafe<string>({ type: 'string', const: 'Bearer' }),
  expiresIn: Type.Integer({ description: 'Lifetime of the access token in seconds' }),
  tenants: Type.Array(TenantRole),
}
export const Tokens = Type.Object(tokens, { $id: 'Tokens', additionalProperties: false })

export const LoginTokens = Type.Object(
  {
    ...tokens,
    deviceToken: Type.String({
      description: 'Send it with the next sign-in from this device; valid for 180 days',
    }),
  },
  { $id: 'LoginTokens', additionalProperties: false },
)

/** An account with a second factor gets a challenge instead of tokens. */
export const LoginResult = Type.Unsafe<Static<typeof LoginTokens> | Static<typeof MfaChallenge>>({
  anyOf: [LoginTokens, MfaChallenge],
})

export const Me = resource('Me', '/api/iam/me', {
  id: ulid(),
  email: email(),
  firstName: Type.String(),
  country: nullable(country()),
  marketingOptIn: Type.Boolean(),
  phone: nullable(phone({ description: 'Number that receives text messages' })),
  locale: nullable(locale({ description: 'Language of messages about your account; null stands for English' })),
  emailVerified: Type.Boolean(),
  sessionId: ulid(),
  tenant: nullable(TenantRole),
  tenants: Type.Array(TenantRole),
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
  { $id: 'KeySet', additionalProperties: false },
)
