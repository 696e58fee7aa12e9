import type { Static, TObject, TOptional, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'

/** A value of these and no other. */
export const oneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

/** The schema, or null. */
export const nullable = <S extends TSchema>(schema: S) => {
  const plain = schema as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [plain.type, 'null'],
    ...(plain.enum && { enum: [...plain.enum, null] }),
  })
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ANY_ID = `^([0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}|${UUID.replaceAll('a-f', 'a-fA-F')})$`

/** An id as a request gives it, in either spelling; it reaches `run` in the canonical one. */
export const id = (options: object = {}) =>
  Type.Unsafe<string>({ type: 'string', pattern: ANY_ID, title: 'an id (a ULID or a UUID)', 'x-id': 'any', ...options })

/** An id as answers spell it for most resources. */
export const ulid = (options: object = {}) =>
  Type.Unsafe<string>({ type: 'string', pattern: `^${ULID}$`, 'x-id': 'ulid', ...options })

/** An id as answers spell it for custodians, settings, and partners seen from warehousing. */
export const uuid = (options: object = {}) =>
  Type.Unsafe<string>({ type: 'string', format: 'uuid', pattern: `^${UUID}$`, 'x-id': 'uuid', ...options })

/** The kind of caller that an actor is. Whatever names an actor has it beside, such as `approvedByType` to `approvedBy`. */
export const actorType = () =>
  nullable(
    oneOf(['person', 'service_account'], {
      description: 'The kind of actor; null for the platform, and where it was not recorded',
    }),
  )

export const timestamp = (options: object = {}) => Type.String({ format: 'date-time', ...options })

// A moment has a year of four digits in UTC too, and no leap second, since neither a clock nor a zone has one.
const DAY = '(?!0000-01-01T.*\\+|9999-12-31T.*-\\d{2}:\\d{2}$)\\d{4}-\\d{2}-\\d{2}'
const TIME = 'T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})'

/** A moment as a request gives it, which is stored in UTC. Answers have a `timestamp`. */
export const moment = (options: object = {}) =>
  Type.String({
    format: 'date-time',
    pattern: `^${DAY}${TIME}$`,
    title: 'a time with its offset, such as 2026-03-31T14:00:00Z',
    examples: ['2026-03-31T14:00:00Z'],
    ...options,
  })

/** A moment as a request gives it, or a day, which begins where the tenant is. */
export const momentOrDate = (options: object = {}) =>
  Type.String({
    pattern: `^${DAY}(${TIME})?$`,
    title: 'a date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z',
    ...options,
  })

/** A civil date. */
export const date = (options: object = {}) =>
  Type.String({ format: 'date', title: 'a date such as 2026-03-31', examples: ['2026-03-31'], ...options })

/** Minor units of a currency. */
export const amount = (options: object = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, examples: [11900], ...options })

/** Text with something in it beside white space. */
export const text = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', title: `text of 1 to ${maxLength} characters`, ...options })

export const email = (options: object = {}) =>
  Type.String({ format: 'email', maxLength: 254, title: 'an e-mail address', ...options })

export const currency = (options: object = {}) =>
  Type.String({ pattern: '^[A-Z]{3}$', title: 'an ISO 4217 currency code', examples: ['EUR'], ...options })

/** The same members, any of which may be left out. (`Type.Partial` would bring all of TypeBox into a bundle.) */
export const optional = <P extends TProperties>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: TOptional<P[K]>
  }

/** A request's object: members that it does not name are refused. */
export const input = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options })
