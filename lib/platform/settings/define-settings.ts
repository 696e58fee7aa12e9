import type { SettingCategory } from '../../../schemas/configuration/configuration.ts'
import type { Kind } from './kinds.ts'

interface Definition<V = unknown, E extends boolean = boolean> {
  label: string
  description: string
  kind: Kind
  isEncrypted: E
  /** True if the value is a URL that the platform calls. */
  isCalled?: boolean
  /** True if it protects the tenant or its money, so that no service account may change it. */
  isForPersons?: boolean
  defaultValue?: V
}

/** A setting of tenants. The module that reads it defines it, and `functions/` collects all of them. */
export interface Setting<V = unknown, E extends boolean = boolean, K extends string = string> extends Definition<V, E> {
  /** Its category and its name, such as `general.timezone`. */
  key: K
  category: SettingCategory
}

/** A setting whose value is no secret. */
export type PlainSetting = Setting<unknown, false>
export type SecretSetting = Setting<unknown, true>

/** Type of a setting's value; includes null if there is no default. */
export type ValueOf<S> = S extends Definition<infer V> ? V : never

/** Values of settings by their keys. */
export type ValuesOf<S extends Setting> = { [I in S as I['key']]: ValueOf<I> }

/** Defines a setting without a default; its value is null until it is set. */
export const optional = <T>(kind: Kind<T>, label: string, description: string): Definition<T | null, false> => ({
  label,
  description,
  kind,
  isEncrypted: false,
})

export const preset = <T>(
  kind: Kind<T>,
  defaultValue: T,
  label: string,
  description: string,
): Definition<T, false> => ({
  ...optional(kind, label, description),
  defaultValue,
})

export const secret = (kind: Kind<string>, label: string, description: string): Definition<string | null, true> => ({
  ...optional(kind, label, description),
  isEncrypted: true,
})

/** Marks the URL of a setting as one that the platform calls, so that it must lead to a public address. */
export const called = <D extends Definition>(definition: D): D => ({ ...definition, isCalled: true })

/** Marks a setting as one that only people may change. */
export const forPersons = <D extends Definition>(definition: D): D => ({ ...definition, isForPersons: true })

/** Settings by their names. */
type Defined<C extends SettingCategory, D extends Readonly<Record<string, Definition>>> = {
  [N in keyof D & string]: D[N] & { key: `${C}.${N}`; category: C }
}

/** Names settings by their category and their own names. */
export const defineSettings = <C extends SettingCategory, D extends Readonly<Record<string, Definition>>>(
  category: C,
  definitions: D,
): Defined<C, D> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      { ...definition, key: `${category}.${name}`, category },
    ]),
  ) as Defined<C, D>
