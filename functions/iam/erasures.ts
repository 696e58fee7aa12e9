import type { Erasure } from '../../lib/iam/erasure/erase-account.ts'
import { eraseNotifications } from '../../lib/notification/notifications/erase-notifications.ts'
import { eraseChoices } from '../../lib/notification/preferences/erase-choices.ts'

/** Erasures of the modules that store personal data outside the account and its memberships. */
export const ERASURES: readonly Erasure[] = [eraseNotifications, eraseChoices]
