import type { Static } from 'typebox'
import type { BankAccountInput } from '../../schemas/partner/partner.ts'
import { invalid, type Violation } from '../platform/problem.ts'

export interface BankAccount {
  accountHolder: string | null
  iban: string
  bic: string | null
}

const maskIban = (iban: string): string => `${iban.slice(0, 4)}…${iban.slice(-4)}`

export const maskAccount = ({ accountHolder, iban, bic }: BankAccount): BankAccount => ({
  accountHolder,
  iban: maskIban(iban),
  bic,
})

export const findAccountViolations = async (
  { iban, bic }: Pick<BankAccount, 'iban' | 'bic'>,
  path: string,
): Promise<Violation[]> => {
  const { isValidBIC, isValidIBAN } = await import('ibantools')
  return [
    ...(isValidIBAN(iban)
      ? []
      : [{ propertyPath: `${path}.iban`, message: 'must have the length of its country and correct check digits' }]),
    ...(bic === null || isValidBIC(bic) ? [] : [{ propertyPath: `${path}.bic`, message: 'must be an existing BIC' }]),
  ]
}

/** Returns the account of a request as it is stored. Throws if its check digits are wrong. */
export const checkAccount = async (
  { accountHolder = null, iban, bic = null }: Static<typeof BankAccountInput>,
  path = 'bankAccount',
): Promise<BankAccount> => {
  const account = { accountHolder, iban, bic }
  const violations = await findAccountViolations(account, path)
  if (violations.length) throw invalid(...violations)
  return account
}
