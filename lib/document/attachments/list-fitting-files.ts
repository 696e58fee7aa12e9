import type { Attachment } from '../../../schemas/document/attachment.ts'
import type { AttachedFile } from '../../mailing/mailing.ts'
import { MAX_MAIL_BYTES } from '../documents/require-attachable.ts'

/** Lists the attachments that a mail can take besides its documents, in their order; a file that is too large is left out. */
export const listFittingFiles = (
  attachments: readonly Attachment[],
  documents: readonly { fileSize: number }[],
): AttachedFile[] => {
  let room = documents.reduce((left, { fileSize }) => left - fileSize, MAX_MAIL_BYTES)
  return attachments.flatMap(({ storagePath: path, originalFilename: filename, mimeType, sizeBytes }) => {
    if (sizeBytes > room) return []
    room -= sizeBytes
    return [{ path, filename, mimeType, isUploaded: true }]
  })
}
