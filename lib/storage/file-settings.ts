import { MAX_FILE_MEGABYTES } from '../../schemas/storage/file.ts'
import { defineSettings, preset } from '../platform/settings/define-settings.ts'
import { whole } from '../platform/settings/kinds.ts'

export const FILE_SETTINGS = defineSettings('general', {
  maxFileMegabytes: preset(whole(1, MAX_FILE_MEGABYTES), 25, 'Largest file', 'Megabytes of one upload.'),
  storageMegabytes: preset(whole(1, 1_000_000), 5000, 'Storage', 'Megabytes of all uploads together.'),
})
