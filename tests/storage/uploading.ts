import type { FileUpload } from '../../schemas/storage/file.ts'
import type { Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aPdf, digest } from './content.ts'

export const FILES = '/api/storage/files'

/** Declares a file with this content. */
export const declare = (content: Uint8Array, fields: object = {}) => ({
  name: 'Lieferbedingungen.pdf',
  sizeBytes: content.length,
  mimeType: 'application/pdf',
  sha256: digest(content),
  ...fields,
})

export const begin = async (member: Member, content: Uint8Array = aPdf(), fields: object = {}): Promise<FileUpload> => {
  const { status, body, text } = await member.post(FILES, declare(content, fields))
  if (status !== 201) throw new Error(text)
  return body
}

/** Sends content to the URL of a part, as a browser does. */
export const put = (
  { url, headers }: Pick<FileUpload['parts'][number], 'url' | 'headers'>,
  content: Uint8Array,
): Promise<Response> => fetch(String(url), { method: 'PUT', headers, body: Buffer.from(content) })

/** Uploads the content to all parts of an upload. */
export const fill = async ({ parts, partSizeBytes }: FileUpload, content: Uint8Array): Promise<void> => {
  for (const part of parts) {
    const start = (part.number - 1) * partSizeBytes
    const answer = await put(part, content.subarray(start, start + part.sizeBytes))
    if (!answer.ok) throw new Error(await answer.text())
  }
}

/** Uploads a file and completes it, so that it is being checked. */
export const aCompletedFile = async (
  member: Member,
  content: Uint8Array = aPdf(),
  fields: object = {},
): Promise<string> => {
  const upload = await begin(member, content, fields)
  await fill(upload, content)
  const { status, text } = await member.post(`${FILES}/${upload.id}/complete`)
  if (status !== 202) throw new Error(text)
  return upload.id
}

/** Uploads a file and runs its check. Returns the file. */
export const aCheckedFile = async (member: Member, content: Uint8Array = aPdf(), fields: object = {}) => {
  const id = await aCompletedFile(member, content, fields)
  await drainEvents()
  return (await member.get(`${FILES}/${id}`)).body
}
