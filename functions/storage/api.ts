import { createRouter } from '../../lib/platform/http/router.ts'
import { abortFile } from './files/abort.ts'
import { completeFile } from './files/complete.ts'
import { getFileContent } from './files/content.ts'
import { createFile } from './files/create.ts'
import { deleteFile } from './files/delete.ts'
import { getFile } from './files/get.ts'
import { listFiles } from './files/list.ts'
import { getFileUpload } from './files/upload.ts'
import { getLogo } from './logo/get.ts'
import { removeLogo } from './logo/remove.ts'
import { setLogo } from './logo/set.ts'
import { getStorageUsage } from './usage.ts'

export const endpoints = {
  listFiles,
  createFile,
  getFile,
  deleteFile,
  getFileUpload,
  completeFile,
  abortFile,
  getFileContent,
  getStorageUsage,
  getLogo,
  setLogo,
  removeLogo,
}

export const handler = createRouter(endpoints)
