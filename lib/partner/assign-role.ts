import type { Partner } from '../../schemas/partner/partner.ts'
import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { partners } from './partner-store.ts'
import { requirePartner } from './require-partner.ts'

export const assignRole = async (
  db: Table,
  unit: Unit,
  partnerId: Id,
  role: Partner['roles'][number],
): Promise<void> => {
  const partner = await requirePartner(db, unit.tenant, partnerId)
  if (!partner.roles.includes(role)) unit.update(partners, partner, { roles: [...partner.roles, role] })
}
