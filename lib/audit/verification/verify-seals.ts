import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { unpackBody } from '../../platform/store/audit/audit-body.ts'
import { type AuditItem, digestPart, hashAuditBody } from '../../platform/store/audit/audit-item.ts'
import { findRemoval, firstIdAt, readSeals, readTrail } from '../audit-store.ts'
import { computeMerkleRoot } from '../proofs/merkle-root.ts'
import { isProvenErasure, type PartName } from '../proofs/prove-erasure.ts'
import { isProvenRemoval } from '../proofs/prove-removal.ts'
import { hashSeal, isProvenSeal, type Seal } from '../proofs/seal.ts'

export type FindingKind =
  | 'entry_altered'
  | 'part_altered'
  | 'part_erased_by_others'
  | 'sealed_entries_differ'
  | 'seal_forged'
  | 'seal_missing'
  | 'removal_forged'
  | 'revision_missing'
  | 'revision_twice'
  | 'newest_entry_missing'
  | 'resource_gone'
  | 'resource_reverted'

/** A sign of tampering; `at` is an item, a seal or a resource. */
export interface Finding {
  kind: FindingKind
  at: string
}

const HOUR_MS = 3_600_000
/** Longer than an hour, the delay of its seal and a run of the schedule that failed. */
export const MAX_UNSEALED_MS = 4 * HOUR_MS

type Report = (kind: FindingKind, at: string) => void

const verifyPart = async (app: App, name: PartName, part: unknown, digest: string | undefined, report: Report) => {
  if (digest === undefined && part === undefined) return
  const given = (part ?? {}) as { salt?: string; text?: string; erasedAt?: string; proof?: string }
  const { salt, text, erasedAt, proof } = given
  if (salt !== undefined && text !== undefined) {
    if (digestPart({ salt, text }) !== digest) report('part_altered', `${name.item} ${name.part}`)
  } else if (erasedAt === undefined || proof === undefined || !(await isProvenErasure(app, name, { erasedAt, proof })))
    report('part_erased_by_others', `${name.item} ${name.part}`)
}

/** Compares an item with its hash and its parts with their digests. */
export const verifyItem = async (app: App, tenant: Id, item: AuditItem, report: Report): Promise<void> => {
  const { sk, body, hash, origin, personal = {} } = item
  if (hashAuditBody(tenant, sk, body) !== hash) return report('entry_altered', sk)
  const { originDigest, entries } = unpackBody(item)
  await verifyPart(app, { tenant, item: sk, part: 'origin' }, origin, originDigest, report)
  for (const { id, personalDigest } of entries)
    await verifyPart(app, { tenant, item: sk, part: id }, personal[id], personalDigest, report)
}

/** Compares each seal with its proof and with the seal before it. */
const verifyChain = async (app: App, tenant: Id, seals: readonly Seal[], report: Report): Promise<void> => {
  for (const [index, seal] of seals.entries()) {
    const before = seals[index - 1]
    if (!(await isProvenSeal(app, tenant, seal))) report('seal_forged', String(seal.number))
    const follows = before
      ? seal.number === before.number + 1 && seal.from === before.to && seal.previous === hashSeal(tenant, before)
      : seal.number === 1 && seal.from === null
    if (!follows) report('seal_missing', `before ${seal.number}`)
  }
}

/** Returns the time before which entries were removed because their retention time was over. */
const readRemoval = async (app: App, tenant: Id, report: Report): Promise<string | undefined> => {
  const removal = await findRemoval(app.db, tenant)
  if (!removal) return undefined
  if (await isProvenRemoval(app, tenant, removal)) return removal.before
  report('removal_forged', removal.before)
  return undefined
}

export interface VerifiedTrail {
  items: number
  seals: number
}

/**
 * Compares the trail of a tenant with itself and with its seals, oldest first. `begin` gets the time before which
 * entries were removed, and returns what takes each item. Changes nothing.
 */
export const verifySeals = async (
  app: App,
  tenant: Id,
  now: Date,
  report: Report,
  begin: (removedBefore: string | undefined) => (item: AuditItem) => void,
): Promise<VerifiedTrail> => {
  const removedBefore = await readRemoval(app, tenant, report)
  const take = begin(removedBefore)
  const seals = await readSeals(app.db, tenant)
  await verifyChain(app, tenant, seals, report)
  const kept = seals.filter(({ to }) => removedBefore === undefined || to > removedBefore)
  const start = removedBefore === undefined ? '0' : firstIdAt(new Date(removedBefore))
  let [items, index, hashes] = [0, 0, [] as string[]]
  const closeSeal = () => {
    const seal = kept[index++] as Seal
    if (seal.count !== hashes.length || seal.root !== computeMerkleRoot(hashes))
      report('sealed_entries_differ', String(seal.number))
    hashes = []
  }
  const ends = kept.map(({ to }) => firstIdAt(new Date(to)))
  const latest = firstIdAt(new Date(now.getTime() - MAX_UNSEALED_MS))
  for await (const page of readTrail(app.db, tenant, { from: start }))
    for (const item of page) {
      while (index < kept.length && item.sk >= (ends[index] as string)) closeSeal()
      if (index < kept.length) hashes.push(hashAuditBody(tenant, item.sk, item.body))
      else if (item.sk < latest) report('seal_missing', item.sk)
      await verifyItem(app, tenant, item, report)
      take(item)
      items++
    }
  while (index < kept.length) closeSeal()
  return { items, seals: seals.length }
}
