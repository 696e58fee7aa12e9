import type { SettingType } from '../../../schemas/configuration/configuration.ts'
import type { Violation } from '../problem.ts'
import type { Form } from './forms.ts'

/** A kind of value, with its checks and its maximum size. */
export interface Kind<T = unknown> {
  type: SettingType
  /** Maximum size of its JSON text in UTF-8. */
  maxBytes: number
  /** Checks a value. The path of each violation is relative to the value, such as `.city` or `[2]`. */
  findViolations(value: unknown): Violation[]
  /** Type of the values; never set. */
  readonly value?: T
}

const buildViolation = (message: string, propertyPath = ''): Violation[] => [{ propertyPath, message }]

const prefixPaths = (path: string, violations: readonly Violation[]): Violation[] =>
  violations.map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message }))

const BYTES_PER_CHARACTER = 6

/** Text that is not blank, on one line unless `lines` is set. */
export const text = (most: number, { form, lines = false }: { form?: Form; lines?: boolean } = {}): Kind<string> => ({
  type: 'string',
  maxBytes: most * BYTES_PER_CHARACTER + 2,
  findViolations(value) {
    if (typeof value !== 'string') return buildViolation('must be a string')
    if (!value.trim()) return buildViolation('must not be blank')
    if (value.length > most) return buildViolation(`must have at most ${most} characters`)
    if (/\p{Cc}/u.test(lines ? value.replace(/[\n\r\t]/g, '') : value))
      return buildViolation(`must not have ${lines ? 'control characters' : 'line breaks or control characters'}`)
    return form && !form.fits(value) ? buildViolation(`must be ${form.title}`) : []
  },
})

export const choice = <const V extends readonly string[]>(values: V): Kind<V[number]> => ({
  type: 'string',
  maxBytes: Math.max(...values.map((value) => value.length)) + 2,
  findViolations: (value) =>
    values.some((each) => each === value) ? [] : buildViolation(`must be one of ${values.join(', ')}`),
})

export const whole = (least: number, most: number): Kind<number> => ({
  type: 'integer',
  maxBytes: String(most).length + 1,
  findViolations(value) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return buildViolation('must be an integer')
    if (value < least) return buildViolation(`must be at least ${least}`)
    return value > most ? buildViolation(`must be at most ${most}`) : []
  },
})

export const flag = (): Kind<boolean> => ({
  type: 'boolean',
  maxBytes: 5,
  findViolations: (value) => (typeof value === 'boolean' ? [] : buildViolation('must be true or false')),
})

/** Bounded, since all values of a tenant are stored in one item. */
const MAX_JSON_BYTES = 8192

const json = <T>(findViolations: Kind<T>['findViolations'], maxBytes = MAX_JSON_BYTES): Kind<T> => ({
  type: 'JSON',
  maxBytes,
  findViolations: (value) =>
    Buffer.byteLength(JSON.stringify(value)) > maxBytes
      ? buildViolation(`must take at most ${maxBytes} bytes as JSON`)
      : findViolations(value),
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A percentage with up to four decimals. */
export const percent = (): Kind<number> =>
  json((value) =>
    typeof value === 'number' && value >= 0 && value <= 100 && Number(value.toFixed(4)) === value
      ? []
      : buildViolation('must be a number from 0 to 100 with at most 4 decimals'),
  )

export const anything = (): Kind<unknown> => json(() => [])

export const listOf = <T>(each: Kind<T>, most: number, maxBytes?: number): Kind<T[]> =>
  json((value) => {
    if (!Array.isArray(value)) return buildViolation('must be an array')
    if (value.length > most) return buildViolation(`must have at most ${most} entries`)
    if (new Set(value.map((entry) => JSON.stringify(entry))).size < value.length)
      return buildViolation('must not have the same entry twice')
    return value.flatMap((entry, i) => prefixPaths(`[${i}]`, each.findViolations(entry)))
  }, maxBytes)

export const mapOf = <T>(names: Form, each: Kind<T>, most: number, maxBytes?: number): Kind<Record<string, T>> =>
  json((value) => {
    if (!isObject(value)) return buildViolation('must be an object')
    const entries = Object.entries(value)
    if (entries.length > most) return buildViolation(`must have at most ${most} members`)
    return entries.flatMap(([name, member]) =>
      names.fits(name)
        ? prefixPaths(`.${name}`, each.findViolations(member))
        : buildViolation(`must have only names that are ${names.title}`),
    )
  }, maxBytes)

/** The kind with one more check, of values that have no other violations. */
export const refined = <T>(kind: Kind<T>, findMore: (value: T) => Violation[]): Kind<T> => ({
  ...kind,
  findViolations(value) {
    const violations = kind.findViolations(value)
    return violations.length ? violations : findMore(value as T)
  },
})

/** An object with at least one of these members and no others. */
export const members = <M extends Readonly<Record<string, Kind>>>(of: M) =>
  json<{ [N in keyof M]?: NonNullable<M[N]['value']> }>((value) => {
    if (!isObject(value)) return buildViolation('must be an object')
    if (!Object.keys(value).length) return buildViolation('must have at least one member')
    return Object.entries(value).flatMap(([name, member]) => {
      const kind = Object.hasOwn(of, name) ? of[name] : undefined
      const violations = kind?.findViolations(member) ?? buildViolation('must not be given, because it is unknown')
      return prefixPaths(`.${name}`, violations)
    })
  })
