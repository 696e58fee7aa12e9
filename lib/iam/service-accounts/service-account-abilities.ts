import { find } from '../../platform/store/lists/list.ts'
import type { AbilitySubject } from '../abilities/decide-abilities.ts'
import { SERVICE_ACCOUNT_MOVES } from './service-account.ts'
import { serviceAccounts } from './service-account-store.ts'

export const serviceAccountAbilities: AbilitySubject = {
  noun: 'service account',
  find: (db, tenant, id) => find(db, serviceAccounts, tenant, id),
  moves: SERVICE_ACCOUNT_MOVES,
  needs: 'iam:service_account:write',
}
