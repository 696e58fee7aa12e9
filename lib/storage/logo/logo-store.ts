import type { Logo } from '../../../schemas/storage/logo.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Logo:  T#<tenant>#logo / LOGO   the file that is the tenant's logo

const logoKey = (tenant: Id): Key => ({ pk: partition(tenant, 'logo'), sk: 'LOGO' })

export const findLogo = async (db: Table, tenant: Id): Promise<Logo | undefined> => await db.get<Logo>(logoKey(tenant))

const isStill = (before: Logo | undefined) =>
  before ? { when: '#fileId = :fileId', values: { ':fileId': before.fileId } } : { when: 'attribute_not_exists(pk)' }

export const putLogo = (unit: Unit, before: Logo | undefined, after: Logo): void =>
  unit.add({ put: { ...after, ...logoKey(unit.tenant), kind: 'logo' }, ...isStill(before) })

export const deleteLogo = (unit: Unit, before: Logo): void =>
  unit.add({ delete: logoKey(unit.tenant), ...isStill(before) })
