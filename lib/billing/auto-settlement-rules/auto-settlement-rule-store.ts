import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredAutoSettlementRule } from './auto-settlement-rule.ts'

// Auto-settlement rules:  T#<tenant>#auto-settlement-rule / <id>   listed newest first, by partner; one for each partner,
//                                                                  scope, basis, currency and type of period; due (duePk,
//                                                                  dueSk) if its basis is period or ad_hoc; those per job
//                                                                  also by partner

export const autoSettlementRules = entity<StoredAutoSettlementRule>({
  name: 'auto-settlement-rule',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }, { by: ['partnerId'], facets: [] }, { by: ['jobs'], facets: ['partnerId'], uncounted: true }],
  unique: ({ partnerId, scope, basis, currency, periodType }) => ({
    rule: [partnerId, scope, basis, currency, periodType ?? 'none'].join('#'),
  }),
})

const JOBS = { jobs: 'fulfilment-orders' } satisfies Pick<StoredAutoSettlementRule, 'jobs'>

/** Bound of the rules of one partner that are read at once. */
const MAX_RULES = 200

export const findRule = (db: Table, tenant: Id, id: string) => find(db, autoSettlementRules, tenant, id)

export const showRule = (tenantId: Id, rule: StoredAutoSettlementRule) => ({ ...rule, tenantId })

export const readPageOfRules = async (
  db: Table,
  tenant: Id,
  page: Page,
  { partnerId }: { partnerId?: Id | undefined },
): Promise<Members<unknown>> => {
  const found = await list(db, autoSettlementRules, tenant, { ...page, ...(partnerId && { by: { partnerId } }) })
  return { ...found, items: found.items.map((rule) => showRule(tenant, rule)) }
}

/** Tells whether any rule settles per job. */
export const hasJobRules = async (db: Table, tenant: Id): Promise<boolean> =>
  (await scanOldestFirst(db, autoSettlementRules, tenant, { by: JOBS, limit: 1 })).cursors.length > 0

/** Lists the rules that settle the jobs of the partner. */
export const listJobRules = async (db: Table, tenant: Id, partnerId: Id): Promise<StoredAutoSettlementRule[]> =>
  (await scanOldestFirst(db, autoSettlementRules, tenant, { by: JOBS, facets: { partnerId }, limit: MAX_RULES })).items

/** Lists the rules of the partner. */
export const listRulesOfPartner = async (db: Table, tenant: Id, partnerId: Id): Promise<StoredAutoSettlementRule[]> =>
  (await scanOldestFirst(db, autoSettlementRules, tenant, { by: { partnerId }, limit: MAX_RULES })).items

export const removeRule = async (unit: Unit, id: Id): Promise<void> =>
  unit.remove(autoSettlementRules, await unit.load(autoSettlementRules, id))
