import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Claimant, claim, LEASE, release, requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Delete, Item, Key, Put, Table, Update } from '../../platform/store/table/table.ts'
import { NEW_REFUND_NOTE, type StoredRefundNote } from './refund-note.ts'

// The note of a return in its shop:   T#<tenant>#refund-note / <return>   with the lease of its worker
// Notes that wait for a channel:      T#<tenant>#held-refund-note?heldFor=<channel> / <return>

const noteKey = (tenant: Id, returnId: Id): Key => ({ pk: partition(tenant, 'refund-note'), sk: returnId })

/** Claims the note of a return, so that one worker at a time writes it; undefined while another one has it. */
export const claimRefundNote = async (
  db: Table,
  tenant: Id,
  { orderId, returnId }: { orderId: Id; returnId: Id },
  claimant: Claimant,
): Promise<StoredRefundNote | undefined> => {
  const claimed = await claim<Partial<StoredRefundNote>>(db, LEASE, noteKey(tenant, returnId), claimant, {
    set: '#kind = :kind, #orderId = :orderId',
    values: { ':kind': 'refund-note', ':orderId': orderId },
  })
  if (!claimed) return undefined
  const { status, externalIds, tries, nextAttemptAt, settled, runId } = { ...NEW_REFUND_NOTE, ...claimed }
  return { status, externalIds, tries, nextAttemptAt, settled, runId }
}

/** Writes the note and gives up the lease, if it is still `by`'s. */
export const putRefundNote = (
  tenant: Id,
  { orderId, returnId }: { orderId: Id; returnId: Id },
  note: StoredRefundNote,
  by: string,
): Put => ({
  put: { ...noteKey(tenant, returnId), kind: 'refund-note', orderId, ...note },
  ...requireHeldBy(LEASE, by),
})

export const releaseRefundNote = (tenant: Id, returnId: Id, by: string): Update =>
  release(LEASE, noteKey(tenant, returnId), by)

const heldPartition = (tenant: Id, channelId: Id) => partition(tenant, `held-refund-note?heldFor=${channelId}`)

interface HeldNote {
  orderId: Id
}

export const putHeldNote = (tenant: Id, channelId: Id, { orderId, returnId }: HeldNote & { returnId: Id }): Put => ({
  put: { pk: heldPartition(tenant, channelId), sk: returnId, kind: 'held-refund-note', orderId },
})

export const deleteHeldNote = (tenant: Id, channelId: Id, returnId: Id): Delete => ({
  delete: { pk: heldPartition(tenant, channelId), sk: returnId },
})

/** Lists notes that wait until the channel can be used, oldest first. */
export const listHeldNotes = async (db: Table, tenant: Id, channelId: Id, limit: number) => {
  const held: (Item & HeldNote)[] = await db.query<HeldNote>({ pk: heldPartition(tenant, channelId), limit })
  return held.map(({ sk, orderId }) => ({ returnId: sk, orderId }))
}
