import { eraseFromAudit } from '../../lib/audit/erase-from-audit.ts'
import type { Erasure } from '../../lib/iam/erasure/erase-account.ts'
import { eraseMessages } from '../../lib/notification/messages/erase-messages.ts'
import { eraseNotifications } from '../../lib/notification/notifications/erase-notifications.ts'
import { eraseChoices } from '../../lib/notification/preferences/erase-choices.ts'
import { eraseWindows } from '../../lib/notification/windows/erase-windows.ts'
import { eraseUnusedFiles } from '../../lib/storage/files/erase-unused-files.ts'

/** Erasures of the modules that store personal data outside the account and its memberships. */
export const ERASURES: readonly Erasure[] = [
  eraseNotifications,
  eraseMessages,
  eraseChoices,
  eraseWindows,
  eraseUnusedFiles,
  eraseFromAudit,
]
