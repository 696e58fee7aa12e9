import type { Attachment } from '../../../schemas/document/attachment.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Attachments:  T#<tenant>#attachments / <subject>   the files that are attached to a record, few, so that they are one item

/** The attachments of a record, oldest first, with the revision of their item; 0 if there is none. */
export interface Attachments {
  attachments: readonly Attachment[]
  rev: number
}

interface Item extends Attachments, Key {}

const attachmentsKey = (tenant: Id, subject: string): Key => ({ pk: partition(tenant, 'attachments'), sk: subject })

export const readAttachments = async (db: Table, tenant: Id, subject: string): Promise<Attachments> =>
  (await db.get<Item>(attachmentsKey(tenant, subject))) ?? { attachments: [], rev: 0 }

/** Returns the attachments of each of these records that has some, in one read. */
export const readAllAttachments = async (
  db: Table,
  tenant: Id,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly Attachment[]>> => {
  const found = await db.batchGet<Item>([...new Set(subjects)].map((subject) => attachmentsKey(tenant, subject)))
  return new Map(found.map(({ sk, attachments }) => [sk, attachments]))
}

const isUnchanged = ({ rev }: Attachments) =>
  rev ? { when: '#rev = :rev', values: { ':rev': rev } } : { when: 'attribute_not_exists(pk)' }

export const putAttachments = (unit: Unit, subject: string, before: Attachments, after: readonly Attachment[]): void =>
  unit.add({
    put: { ...attachmentsKey(unit.tenant, subject), kind: 'attachments', attachments: after, rev: before.rev + 1 },
    ...isUnchanged(before),
  })

/** Removes the item; if there is none, none must be added meanwhile. */
export const removeAttachments = (unit: Unit, subject: string, before: Attachments): void => {
  const key = attachmentsKey(unit.tenant, subject)
  unit.add({ ...(before.rev ? { delete: key } : { check: key }), ...isUnchanged(before) })
}
