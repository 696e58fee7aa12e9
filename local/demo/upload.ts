import { hash } from 'node:crypto'
import type { CreateFileInput, FileUpload } from '../../client/src/index.ts'
import type { Maker } from './maker.ts'

/** Uploads a file in its parts and waits until it is checked; returns its id. */
export const upload = async (
  maker: Maker,
  name: string,
  input: Omit<CreateFileInput, 'sizeBytes' | 'sha256'>,
  content: Buffer,
) => {
  const { files } = maker.client.storage
  const declared = { ...input, sizeBytes: content.length, sha256: hash('sha256', content, 'hex') }
  const id = await maker.once(name, async (options) => (await files.create(declared, options)).id)
  await maker.change(`${name} is uploaded`, async () => {
    const { parts }: FileUpload = await files.getUpload(id)
    for (const { url, headers } of parts) {
      if (!url) continue
      const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })
      if (!answer.ok) throw new Error(`The object storage answered ${answer.status}.`)
    }
    await files.complete(id)
  })
  await maker.change(`${name} is checked`, () =>
    maker.until('The check of a file', async () => (await files.get(id)).status === 'ready'),
  )
  return id
}
