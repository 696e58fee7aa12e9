import type { CreatePaymentRunInput } from '../../../schemas/billing/payments/payment-run.ts'
import { PRINTING_SETTINGS } from '../../document/printing/printing-settings.ts'
import { checkAccount, findAccountViolations } from '../../partner/bank-account.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { findSepaFault } from './find-sepa-fault.ts'
import type { StoredPaymentRun } from './payment-run.ts'

type DebtorAccount = StoredPaymentRun['debtorAccount']

/** Returns the account that pays: the given one, else that of the settings. Its holder defaults to the company. */
export const resolveDebtorAccount = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  given: CreatePaymentRunInput['debtorAccount'],
): Promise<DebtorAccount> => {
  const settings = await getSettings(app, tenant, [PRINTING_SETTINGS.bankAccount, GENERAL_SETTINGS.companyName])
  const own = settings['billing.bankAccount']
  const holder = own?.accountHolder || settings['general.companyName']
  if (given) {
    const account = await checkAccount(given, 'debtorAccount')
    const fault = findSepaFault(account.iban)
    if (fault) throw invalid({ propertyPath: 'debtorAccount.iban', message: `must not be ${fault}` })
    const accountHolder = account.accountHolder ?? holder
    if (!accountHolder)
      throw invalid({
        propertyPath: 'debtorAccount.accountHolder',
        message: 'is required, because the setting general.companyName has no value',
      })
    return { ...account, accountHolder }
  }
  const { iban, bic = null } = own ?? {}
  if (!iban || !holder)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'There is no account to pay from. Set iban and accountHolder of the setting billing.bankAccount, or give debtorAccount.',
    )
  const [violation] = await findAccountViolations({ iban, bic }, PRINTING_SETTINGS.bankAccount.key)
  if (violation) {
    const { propertyPath, message } = violation
    throw new Problem('OPERATION_NOT_ALLOWED', `The setting is not valid: ${propertyPath} ${message}.`)
  }
  const fault = findSepaFault(iban)
  if (fault) throw new Problem('OPERATION_NOT_ALLOWED', `The account of the setting billing.bankAccount is ${fault}.`)
  return { iban, bic, accountHolder: holder }
}
