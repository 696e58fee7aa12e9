import { app } from '../../lib/platform/app/app.ts'
import { checkFile } from '../../lib/storage/files/check-file.ts'
import { aPdf, aPng } from '../storage/content.ts'
import { aCompletedFile, begin, declare, fill } from '../storage/uploading.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

/** Uploads a file whose check is done, as the worker leaves it. */
export const aReadyFile = async (
  member: Member,
  content: Uint8Array = aPdf(),
  fields: object = {},
): Promise<string> => {
  const id = await aCompletedFile(member, content, fields)
  await checkFile(app(), { tenant: member.tenant, fileId: id }, app().clock())
  return id
}

const withUpload: Fixture = async (member) => ({ params: { id: (await begin(member)).id } })
const withFile: Fixture = async (member) => ({ params: { id: await aReadyFile(member) } })

const aLogo = (member: Member) => aReadyFile(member, aPng(), { mimeType: 'image/png', purpose: 'logo' })
const withLogo: Fixture = async (member) => {
  await member.put('/api/storage/logo', { fileId: await aLogo(member) })
  return {}
}

export const FILE_FIXTURES: Readonly<Record<string, Fixture>> = {
  listFiles: withUpload,
  createFile: async () => ({ body: declare(aPdf()) }),
  getFile: withUpload,
  deleteFile: withFile,
  getFileUpload: withUpload,
  completeFile: async (member) => {
    const content = aPdf()
    const upload = await begin(member, content)
    await fill(upload, content)
    return { params: { id: upload.id } }
  },
  abortFile: withUpload,
  getFileContent: withFile,
  getStorageUsage: withUpload,
  getLogo: withLogo,
  setLogo: async (member) => ({ body: { fileId: await aLogo(member) }, other: { fileId: await aLogo(member) } }),
  removeLogo: withLogo,
}
