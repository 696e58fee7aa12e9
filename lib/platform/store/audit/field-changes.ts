import { isDeepStrictEqual } from 'node:util'
import type { AuditRule } from '../entities/audit-rule.ts'

/** A field with its value before and after a change, each as JSON text; null where there is none. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
  /** True if a text ends early, since the value is long. */
  isCut?: true
}

interface Change {
  before: object | undefined
  after: object | undefined
}

export interface ChangedFields {
  changes: FieldChange[]
  /** Changes of the fields that the rule calls personal. */
  personal: FieldChange[]
}

const MASK = '********'
const MAX_CHARACTERS = 500
/** Fields of every resource that say nothing about its content, or that its entry holds already. */
const TECHNICAL = new Set(['id', 'rev', 'createdAt', 'updatedAt', 'duePk', 'dueSk'])
/** Names of secrets wherever they lie in a value, whatever the rule says. */
const SECRET = /^sealed|secret|password|passphrase|token|credential|(?:api|private|access|signing)_?key$/i

const isMasked = (name: string) => SECRET.test(name)

const toMasked = (name: string, value: unknown) =>
  isMasked(name) && value !== null && value !== undefined && typeof value !== 'boolean' ? MASK : value

/** Returns the JSON text of a value, with secrets masked at any depth. */
const toText = (field: string, value: unknown): string | null =>
  value === undefined ? null : (JSON.stringify(toMasked(field, value), toMasked) ?? null)

const cut = (text: string | null) =>
  text !== null && text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS).toWellFormed() : text

/** Returns a change with as much of long values as the trail holds. */
export const cutFieldChange = ({ field, ...whole }: FieldChange): FieldChange => {
  const [before, after] = [cut(whole.before), cut(whole.after)]
  return { field, before, after, ...((before !== whole.before || after !== whole.after) && { isCut: true }) }
}

/** Returns a change of a field whose values may be shown, as the trail holds it. */
export const describeFieldChange = (field: string, before: unknown, after: unknown): FieldChange =>
  cutFieldChange({ field, before: toText(field, before), after: toText(field, after) })

const hideValue = (value: unknown) => (value === undefined ? undefined : value === null ? null : MASK)

/** Returns the fields that differ, in the order of their names. */
export const listFieldChanges = (rule: AuditRule, { before = {}, after = {} }: Change): ChangedFields => {
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const changed: ChangedFields = { changes: [], personal: [] }
  for (const field of [...new Set([...Object.keys(old), ...Object.keys(next)])].sort()) {
    if (TECHNICAL.has(field) || isDeepStrictEqual(old[field] ?? null, next[field] ?? null)) continue
    const isHidden = rule.hidden?.includes(field)
    const values = [old[field], next[field]].map((value) => (isHidden ? hideValue(value) : value))
    const list = rule.personal?.includes(field) ? changed.personal : changed.changes
    list.push(describeFieldChange(field, values[0], values[1]))
  }
  return changed
}
