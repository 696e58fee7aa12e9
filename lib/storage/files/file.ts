import { type FileResource, type FileState, PART_BYTES } from '../../../schemas/storage/file.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Used } from './file-uses.ts'

export interface StoredFile extends Omit<FileResource, keyof Stored>, Stored, Used {
  /** Id of the upload in parts; null if the file is uploaded at once. */
  uploadId: string | null
}

export const FILE_MOVES = {
  complete: { from: ['uploading'], to: 'checking' },
  accept: { from: ['checking'], to: 'ready' },
  reject: { from: ['checking'], to: 'rejected' },
  abort: { from: ['uploading'], to: 'deleted' },
  expire: { from: ['uploading'], to: 'deleted' },
  delete: { from: ['ready', 'rejected'], to: 'deleted' },
} as const satisfies Moves<FileState, string>

export const MEGABYTE = 1024 * 1024

/** Path of what a client uploads. A lifecycle rule of the bucket deletes what is left there. */
export const getUploadPath = (tenant: Id, id: Id) => `uploads/${tenant}/${id}`

/** Path of the checked content. No signed URL can write there. */
export const getContentPath = (tenant: Id, id: Id) => `tenants/${tenant}/files/${id}`

export interface PlannedPart {
  number: number
  sizeBytes: number
}

/** Divides a file into parts of equal size; the last one has the rest. */
export const planParts = (sizeBytes: number): PlannedPart[] =>
  Array.from({ length: Math.ceil(sizeBytes / PART_BYTES) }, (_, i) => ({
    number: i + 1,
    sizeBytes: Math.min(PART_BYTES, sizeBytes - i * PART_BYTES),
  }))

/** Lists the planned parts that are not among the uploaded ones with their size. */
export const findMissingParts = (planned: readonly PlannedPart[], uploaded: readonly PlannedPart[]): number[] => {
  const sizes = new Map(uploaded.map(({ number, sizeBytes }) => [number, sizeBytes]))
  return planned.flatMap(({ number, sizeBytes }) => (sizes.get(number) === sizeBytes ? [] : [number]))
}
