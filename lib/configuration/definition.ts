import type { Kind } from './kinds.ts'

export interface Definition<V = unknown, E extends boolean = boolean> {
  label: string
  description: string
  kind: Kind
  isEncrypted: E
  /** True if the value is a URL that the platform calls. */
  isCalled?: boolean
  defaultValue?: V
}

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
