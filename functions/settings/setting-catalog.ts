import { CHECK_SETTINGS } from '../../lib/billing/settings/check-settings.ts'
import { DATEV_SETTINGS } from '../../lib/billing/settings/datev-settings.ts'
import { E_INVOICE_SETTINGS } from '../../lib/billing/settings/e-invoice-settings.ts'
import { NUMBER_SETTINGS } from '../../lib/billing/settings/number-settings.ts'
import { PAYMENT_SETTINGS } from '../../lib/billing/settings/payment-settings.ts'
import { PORTAL_SETTINGS } from '../../lib/billing/settings/portal-settings.ts'
import { REMINDER_SETTINGS } from '../../lib/billing/settings/reminder-settings.ts'
import { TAX_SETTINGS } from '../../lib/billing/settings/tax-settings.ts'
import { TAX_SETTINGS_CHECK } from '../../lib/billing/settings/tax-settings-check.ts'
import { CUSTOM_SETTINGS } from '../../lib/configuration/custom-settings.ts'
import type { SettingCatalog } from '../../lib/configuration/setting-catalog.ts'
import { PRINTING_SETTINGS } from '../../lib/document/printing/printing-settings.ts'
import { HAND_OVER_SETTINGS } from '../../lib/fulfilment/analytics/hand-over-settings.ts'
import { SECURITY_SETTINGS } from '../../lib/iam/security-settings.ts'
import { STOCK_SETTINGS } from '../../lib/inventory/stock-settings.ts'
import { NOTIFICATION_SETTINGS } from '../../lib/notification/notification-settings.ts'
import { GENERAL_SETTINGS } from '../../lib/platform/settings/general-settings.ts'
import { CONNECTION_SETTINGS } from '../../lib/sales/connections/connection-settings.ts'
import { DELETION_SETTINGS } from '../../lib/sales/shop-orders/deletion-settings.ts'
import { FILE_SETTINGS } from '../../lib/storage/file-settings.ts'
import { CUSTODIAN_SETTINGS } from '../../lib/warehousing/custodian-settings.ts'

const { reminderLevels, ...reminders } = REMINDER_SETTINGS
const { giroCode, ...printing } = PRINTING_SETTINGS

/** All settings, in the order of lists. */
export const SETTING_CATALOG: SettingCatalog = {
  settings: [
    GENERAL_SETTINGS,
    FILE_SETTINGS,
    CUSTOM_SETTINGS,
    CUSTODIAN_SETTINGS,
    STOCK_SETTINGS,
    HAND_OVER_SETTINGS,
    NOTIFICATION_SETTINGS,
    NUMBER_SETTINGS,
    TAX_SETTINGS,
    reminders,
    CHECK_SETTINGS,
    { reminderLevels },
    PAYMENT_SETTINGS,
    printing,
    E_INVOICE_SETTINGS,
    { giroCode },
    PORTAL_SETTINGS,
    DATEV_SETTINGS,
    CONNECTION_SETTINGS,
    DELETION_SETTINGS,
    SECURITY_SETTINGS,
  ].flatMap((group) => Object.values(group)),
  checks: [TAX_SETTINGS_CHECK],
}
