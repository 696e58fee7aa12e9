import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'

const FACTOR_TYPES = ['totp', 'passkey'] as const
export type FactorType = (typeof FACTOR_TYPES)[number]

const name = () => text(100, { examples: ['Phone'] })
const secret = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, writeOnly: true, ...options })
const encoded = (maxLength: number) => Type.String({ minLength: 1, maxLength, title: 'text in base64url' })
const code = () => Type.String({ pattern: '^[0-9]{6}$', title: 'six digits', writeOnly: true, examples: ['123456'] })
const enrolment = () => secret(512, { title: 'the enrolment from the answer that began it' })

export const Factor = resource('Factor', '/api/iam/mfa/factors/{id}', {
  id: ulid(),
  type: oneOf(FACTOR_TYPES),
  name: Type.String({ examples: ['Phone'] }),
  createdAt: timestamp(),
  lastUsedAt: nullable(timestamp({ description: 'Time of the last sign-in or step-up with it' })),
})

export const RenameFactorInput = input({ name: name() })

/** JSON of `navigator.credentials`, which its standard defines and browsers extend. */
const options = (call: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: `Options for \`navigator.credentials.${call}\`, as \`PublicKeyCredential.parse…OptionsFromJSON\` reads them`,
    additionalProperties: true,
    examples: [{ challenge: 'Y2hhbGxlbmdl', rpId: 'app.example' }],
  })
const CREDENTIAL = 'The result of the call as `PublicKeyCredential.toJSON` returns it'
const extensions = () => Type.Unsafe<Record<string, never>>({ type: 'object' })
const credential = <R extends Type.TProperties>(response: R) =>
  Type.Object(
    {
      id: encoded(1400),
      rawId: encoded(1400),
      type: Type.Unsafe<'public-key'>({ type: 'string', const: 'public-key' }),
      response: Type.Object(response),
      clientExtensionResults: extensions(),
    },
    { description: CREDENTIAL, writeOnly: true },
  )

const Passkey = credential({
  clientDataJSON: encoded(4096),
  authenticatorData: encoded(4096),
  signature: encoded(2048),
  userHandle: Type.Optional(nullable(Type.String({ maxLength: 128 }))),
})

const NewPasskey = credential({
  clientDataJSON: encoded(4096),
  attestationObject: encoded(16_384),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
})

export const TotpEnrolment = Type.Object(
  {
    enrolment: Type.String({ description: 'Send it with the first code; valid for ten minutes in this session' }),
    secret: Type.String({ description: 'Secret in Base32, for apps that cannot read the QR code' }),
    uri: Type.String({ description: 'URI to show as a QR code' }),
    expiresIn: Type.Integer({ description: 'Lifetime in seconds' }),
  },
  { additionalProperties: false },
)

export const PasskeyEnrolment = Type.Object(
  {
    enrolment: Type.String({ description: 'Send it with the passkey; valid for five minutes in this session' }),
    options: options('create'),
    expiresIn: Type.Integer({ description: 'Lifetime in seconds' }),
  },
  { additionalProperties: false },
)

export const ConfirmTotpInput = input({ enrolment: enrolment(), code: code(), name: name() })
export const ConfirmPasskeyInput = input({ enrolment: enrolment(), passkey: NewPasskey, name: name() })

const recoveryCodes = () =>
  Type.Array(Type.String(), { description: 'Each works once in place of a factor; they are shown only now' })

export const NewFactor = Type.Object(
  {
    id: ulid(),
    type: oneOf(FACTOR_TYPES),
    name: Type.String(),
    recoveryCodes: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Type.String(),
      description: 'Shown once, with the first factor; null with further ones',
    }),
  },
  { additionalProperties: false },
)

export const RecoveryCodes = Type.Object({ recoveryCodes: recoveryCodes() }, { additionalProperties: false })

const proof = {
  code: Type.Optional(code()),
  recoveryCode: Type.Optional(secret(64, { examples: ['9FQ2-7HKD-0X4T-ZC8M'] })),
  passkey: Type.Optional(Passkey),
}

export const MfaInput = input({ mfaToken: secret(512, { title: 'the token from the sign-in' }), ...proof })

export const StepUpInput = input({
  ...proof,
  challenge: Type.Optional(secret(512, { description: 'Required with a passkey: the challenge it answers' })),
  password: Type.Optional(secret(256, { description: 'Accepted only from accounts without a second factor' })),
})

export const PasskeyChallenge = Type.Object(
  {
    challenge: Type.String({ description: 'Send it with the passkey; works once' }),
    options: options('get'),
    expiresIn: Type.Integer({ description: 'Lifetime in seconds' }),
  },
  { additionalProperties: false },
)

export const MfaChallenge = Type.Object(
  {
    mfaToken: Type.String({ description: 'Send it with the second factor; works once' }),
    expiresIn: Type.Integer({ description: 'Lifetime of the token in seconds' }),
    factors: Type.Array(oneOf([...FACTOR_TYPES, 'recovery_code']), { description: 'Kinds of proof that are accepted' }),
    passkeyOptions: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      description: 'Options for `navigator.credentials.get`; null if the account has no passkey',
      additionalProperties: true,
    }),
  },
  { $id: 'MfaChallenge', additionalProperties: false },
)
