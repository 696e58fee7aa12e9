import { hash } from 'node:crypto'
import type { Id } from '../../../lib/platform/id.ts'
import type { Member } from '../../../tests/support/client.ts'
import { requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'

const FILES = '/api/storage/files'

export interface Content {
  name: string
  mimeType: string
  purpose: 'bank_statement' | 'import'
  text: string
}

/** Begins to upload a file; returns its id and the URL for its content. */
export const begin = async (owner: Member, { text, ...named }: Content) => {
  const content = Buffer.from(text)
  const declared = { ...named, sizeBytes: content.length, sha256: hash('sha256', content, 'hex') }
  const { id, parts } = requireStatus(201, await owner.post(FILES, declared)).body
  return { id: id as Id, url: parts[0].url as string, content }
}

/** Sends the content and completes the upload; the check of the content follows behind the request. */
export const complete = async (
  owner: Member,
  platform: Platform,
  { id, url, content }: Awaited<ReturnType<typeof begin>>,
) => {
  platform.upload(url, content)
  requireStatus(202, await owner.post(`${FILES}/${id}/complete`))
}

/** Uploads a file and waits until its content is checked. */
export const aFile = async (owner: Member, platform: Platform, content: Content): Promise<Id> => {
  const begun = await begin(owner, content)
  await complete(owner, platform, begun)
  await platform.drain()
  return begun.id
}
