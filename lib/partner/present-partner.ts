import { maskAccount } from './bank-account.ts'
import type { StoredPartner } from './partner-store.ts'

export const presentPartner = ({ bankAccount, ...partner }: StoredPartner) => ({
  ...partner,
  bankAccount: bankAccount ? maskAccount(bankAccount) : null,
})
