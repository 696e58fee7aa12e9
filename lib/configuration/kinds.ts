import type { SettingType } from '../../schemas/configuration/configuration.ts'
import type { Violation } from '../platform/problem.ts'
import type { Form } from './forms.ts'

/** A kind of value: what it may be, and how large it is at most. */
export interface Kind<T = unknown> {
  type: SettingType
  /** Of its JSON text in UTF-8. */
  maxBytes: number
  /** What is wrong with a value, each by its path below the value, such as `.city` or `[2]`. */
  flaws(value: unknown): Violation[]
  /** The type of the values, for the compiler alone. */
  readonly value?: T
}

const buildFlaw = (message: string, propertyPath = ''): Violation[] => [{ propertyPath, message }]

const prefixPaths = (path: string, flaws: readonly Violation[]): Violation[] =>
  flaws.map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message }))

const BYTES_A_CHARACTER = 6

/** Text with something in it, on one line unless `lines` is set. */
export const text = (most: number, { form, lines = false }: { form?: Form; lines?: boolean } = {}): Kind<string> => ({
  type: 'string',
  maxBytes: most * BYTES_A_CHARACTER + 2,
  flaws(value) {
    if (typeof value !== 'string') return buildFlaw('must be a string')
    if (!value.trim()) return buildFlaw('must not be blank')
    if (value.length > most) return buildFlaw(`must have at most ${most} characters`)
    if (/\p{Cc}/u.test(lines ? value.replace(/[\n\r\t]/g, '') : value))
      return buildFlaw(`must not have ${lines ? 'control characters' : 'line breaks or control characters'}`)
    return form && !form.fits(value) ? buildFlaw(`must be ${form.title}`) : []
  },
})

export const choice = <const V extends readonly string[]>(values: V): Kind<V[number]> => ({
  type: 'string',
  maxBytes: Math.max(...values.map((value) => value.length)) + 2,
  flaws: (value) => (values.includes(value as string) ? [] : buildFlaw(`must be one of ${values.join(', ')}`)),
})

export const whole = (least: number, most: number): Kind<number> => ({
  type: 'integer',
  maxBytes: String(most).length + 1,
  flaws(value) {
    if (!Number.isSafeInteger(value)) return buildFlaw('must be an integer')
    if ((value as number) < least) return buildFlaw(`must be at least ${least}`)
    return (value as number) > most ? buildFlaw(`must be at most ${most}`) : []
  },
})

export const flag = (): Kind<boolean> => ({
  type: 'boolean',
  maxBytes: 5,
  flaws: (value) => (typeof value === 'boolean' ? [] : buildFlaw('must be true or false')),
})

/** All values of a tenant are stored in one item, so each has its bound. */
const MAX_JSON_BYTES = 8192

const json = <T>(flaws: Kind<T>['flaws']): Kind<T> => ({
  type: 'JSON',
  maxBytes: MAX_JSON_BYTES,
  flaws: (value) =>
    Buffer.byteLength(JSON.stringify(value)) > MAX_JSON_BYTES
      ? buildFlaw(`must take at most ${MAX_JSON_BYTES} bytes as JSON`)
      : flaws(value),
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Percent with up to four decimals. */
export const percent = (): Kind<number> =>
  json((value) =>
    typeof value === 'number' && value >= 0 && value <= 100 && Number(value.toFixed(4)) === value
      ? []
      : buildFlaw('must be a number from 0 to 100 with at most 4 decimals'),
  )

export const anything = (): Kind<unknown> => json(() => [])

export const listOf = <T>(each: Kind<T>, most: number): Kind<T[]> =>
  json((value) => {
    if (!Array.isArray(value)) return buildFlaw('must be an array')
    if (value.length > most) return buildFlaw(`must have at most ${most} entries`)
    if (new Set(value.map((entry) => JSON.stringify(entry))).size < value.length)
      return buildFlaw('must not have the same entry twice')
    return value.flatMap((entry, i) => prefixPaths(`[${i}]`, each.flaws(entry)))
  })

export const mapOf = <T>(names: Form, each: Kind<T>, most: number): Kind<Record<string, T>> =>
  json((value) => {
    if (!isObject(value)) return buildFlaw('must be an object')
    const entries = Object.entries(value)
    if (entries.length > most) return buildFlaw(`must have at most ${most} members`)
    return entries.flatMap(([name, member]) =>
      names.fits(name)
        ? prefixPaths(`.${name}`, each.flaws(member))
        : buildFlaw(`must have names that are each ${names.title}`),
    )
  })

/** An object with any of these members and no others. */
export const members = <M extends Readonly<Record<string, Kind>>>(of: M) =>
  json<{ [N in keyof M]?: NonNullable<M[N]['value']> }>((value) => {
    if (!isObject(value)) return buildFlaw('must be an object')
    if (!Object.keys(value).length) return buildFlaw('must have at least one member')
    return Object.entries(value).flatMap(([name, member]) =>
      prefixPaths(
        `.${name}`,
        Object.hasOwn(of, name) ? (of[name] as Kind).flaws(member) : buildFlaw('is not known here'),
      ),
    )
  })
