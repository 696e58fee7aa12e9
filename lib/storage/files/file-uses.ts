import type { FilePurpose } from '../../../schemas/storage/file.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'

/** Uses of a file, with the scopes that reading it needs. An import of a file needs those of its rows too. */
const USES = {
  invoice: ['billing:invoice:read'],
  credit_note: ['billing:credit_note:read'],
  bill: ['billing:bill:read'],
  shipment: ['shipping:shipment:read'],
  logo: ['configuration:setting:read'],
  bank_statement: ['billing:bank_statement:read'],
  import_partners: ['data_exchange:import:read', 'partner:partner:read'],
  import_products: ['data_exchange:import:read', 'catalog:product:read', 'catalog:variant:read'],
  import_variants: ['data_exchange:import:read', 'catalog:variant:read'],
  import_stock: ['data_exchange:import:read', 'inventory:stock_item:read'],
  import_prices: ['data_exchange:import:read', 'catalog:variant:read'],
  import_orders: ['data_exchange:import:read', 'sales:order:read'],
} as const satisfies Record<string, readonly Scope[]>

export type FileUse = keyof typeof USES

/** The uses that a file of each purpose can have. */
const USES_OF_PURPOSES: Readonly<Record<FilePurpose, readonly FileUse[]>> = {
  attachment: ['invoice', 'credit_note', 'bill', 'shipment'],
  proof_of_delivery: ['shipment'],
  logo: ['logo'],
  bank_statement: ['bank_statement'],
  import: ['import_partners', 'import_products', 'import_variants', 'import_stock', 'import_prices', 'import_orders'],
}

/** Lists the purposes of files for which this is a use. */
export const listPurposesFor = (use: FileUse): FilePurpose[] =>
  (Object.keys(USES_OF_PURPOSES) as FilePurpose[]).filter((purpose) => USES_OF_PURPOSES[purpose].includes(use))

/** The fields of a file that say what uses it and who may read it. */
export interface Used {
  /** Number of places by what they are; those without any are left out. */
  uses: Readonly<Partial<Record<FileUse, number>>>
  referenceCount: number
  /**
   * The uses of which reading any one suffices, as `bill+invoice`; `unused-<purpose>` before the first. What was used last
   * remains, so that removing a file from its last place opens it to nobody.
   */
  audience: string
  /** Whoever uploaded the file, until it is used for the first time. */
  heldBy: Id | null
}

const UNUSED = 'unused-'

export const describeUnused = (purpose: FilePurpose, uploadedBy: Id | null): Used => ({
  uses: {},
  referenceCount: 0,
  audience: `${UNUSED}${purpose}`,
  heldBy: uploadedBy,
})

/** Returns what changes when one more place, or one less, uses the file. */
export const changeUse = ({ uses: before, audience }: Used, use: FileUse, by: 1 | -1): Used => {
  const count = (before[use] ?? 0) + by
  const { [use]: _changed, ...others } = before
  const uses: Used['uses'] = count > 0 ? { ...others, [use]: count } : others
  return {
    uses,
    referenceCount: Object.values<number>(uses).reduce((sum, each) => sum + each, 0),
    audience: Object.keys(uses).sort().join('+') || audience,
    heldBy: null,
  }
}

type Reader = Pick<SignedIn, 'identity' | 'scopes'>

const canReadUse = (scopes: ReadonlySet<string>, use: FileUse) => USES[use].every((scope) => scopes.has(scope))

/** Returns true if the scopes allow to read files with this audience. What is unused may become anything of its purpose. */
export const isAudience = (audience: string, scopes: ReadonlySet<string>): boolean =>
  audience.startsWith(UNUSED)
    ? USES_OF_PURPOSES[audience.slice(UNUSED.length) as FilePurpose].every((use) => canReadUse(scopes, use))
    : audience.split('+').some((use) => canReadUse(scopes, use as FileUse))

/** Returns true if the caller, who has a scope of files, may know of this one. */
export const canReadFile = ({ audience, heldBy }: Used, { identity, scopes }: Reader): boolean =>
  heldBy === identity || isAudience(audience, scopes)

/** Returns true if the caller may use the file elsewhere, which needs no scope of files for one's own upload. */
export const canUseFile = (file: Used, { identity, scopes }: Reader): boolean =>
  file.heldBy === identity || (scopes.has('storage:file:read') && canReadFile(file, { identity, scopes }))
