import type { AttachFileInput, Attachment } from '../../../schemas/document/attachment.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addReference, removeReference } from '../../storage/files/add-reference.ts'
import { getContentPath, type StoredFile } from '../../storage/files/file.ts'
import type { FileUse } from '../../storage/files/file-uses.ts'
import { putAttachments, readAttachments, removeAttachments } from './attachment-store.ts'

const MAX_ATTACHMENTS = 20

const buildAttachment = (tenant: Id, file: StoredFile, slot: string | null): Attachment => ({
  id: file.id,
  originalFilename: file.name,
  storagePath: getContentPath(tenant, file.id),
  mimeType: file.mimeType,
  sizeBytes: file.sizeBytes,
  purpose: file.purpose,
  uploadedAt: file.createdAt,
  slot,
  uploadedBy: file.uploadedBy,
  uploadedByType: file.uploadedByType,
  url: `/api/storage/files/${file.id}`,
  downloadUrl: `/api/storage/files/${file.id}/content`,
})

/** A record to which files are attached, and what it is to them. */
export interface AttachedTo {
  subject: string
  use: FileUse
}

/** Attaches a file that the caller may read to a record, once, and counts it as used. */
export const attachFile = async (
  db: Table,
  unit: Unit,
  caller: Pick<SignedIn, 'identity' | 'scopes'>,
  { subject, use }: AttachedTo,
  { fileId, slot }: AttachFileInput,
): Promise<Attachment> => {
  const before = await readAttachments(db, unit.tenant, subject)
  if (before.attachments.some(({ id }) => id === fileId))
    throw new Problem('ALREADY_EXISTS', 'The file is attached already.')
  if (slot !== undefined && before.attachments.some((each) => each.slot === slot))
    throw new Problem('ALREADY_EXISTS', `There is an attachment in the slot ${slot} already. Remove it first.`)
  if (before.attachments.length >= MAX_ATTACHMENTS)
    throw new Problem('OPERATION_NOT_ALLOWED', `A record can have ${MAX_ATTACHMENTS} attachments.`)
  const file = await addReference(db, unit, caller, fileId, use)
  const attachment = buildAttachment(unit.tenant, file, slot ?? null)
  putAttachments(unit, subject, before, [...before.attachments, attachment])
  return attachment
}

/** Removes a file from a record; the file remains. */
export const detachFile = async (
  db: Table,
  unit: Unit,
  { subject, use }: AttachedTo,
  fileId: string,
): Promise<void> => {
  const before = await readAttachments(db, unit.tenant, subject)
  const { id } = orNotFound(before.attachments.find((each) => each.id === parseId(fileId)))
  await removeReference(db, unit, id, use)
  const after = before.attachments.filter((each) => each.id !== id)
  putAttachments(unit, subject, before, after)
}

/** Removes all files from a record that is deleted; the files remain. */
export const detachAllFiles = async (db: Table, unit: Unit, { subject, use }: AttachedTo): Promise<void> => {
  const before = await readAttachments(db, unit.tenant, subject)
  await Promise.all(before.attachments.map(({ id }) => removeReference(db, unit, id, use)))
  removeAttachments(unit, subject, before)
}
