import { maskAccount } from './bank-account.ts'
import type { StoredPartner } from './partner-store.ts'

export const presentPartner = ({
  vatId = null,
  electronicAddress = null,
  buyerReference = null,
  bankAccount,
  ...partner
}: StoredPartner) => ({
  ...partner,
  vatId,
  electronicAddress,
  buyerReference,
  bankAccount: bankAccount ? maskAccount(bankAccount) : null,
})
