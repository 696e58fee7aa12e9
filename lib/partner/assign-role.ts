import type { Partner } from '../../schemas/partner.ts'
import type { Id } from '../id.ts'
import type { Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
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
