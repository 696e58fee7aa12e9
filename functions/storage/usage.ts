import { endpoint } from '../../lib/platform/http/endpoint.ts'
import { readStorageUsage } from '../../lib/storage/files/read-storage-usage.ts'
import { StorageUsage } from '../../schemas/storage/file.ts'

export const getStorageUsage = endpoint({
  route: 'GET /api/storage/usage',
  scope: 'storage:file:read',
  summary: 'Get the usage of the storage and its quota',
  returns: StorageUsage,
  run: (app, { caller }) => readStorageUsage(app, caller.tenant),
})
