import type { CreateStockItemInput } from '../../../schemas/inventory/stock-item.ts'
import { requireVariant } from '../../catalog/require-variant.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { createStock } from '../movements/change-stock.ts'
import { presentStockItem, type StoredStockItem } from '../stock-store.ts'

const buildTakenProblem = () =>
  new Problem('ALREADY_EXISTS', 'The custodian already has a stock item for this variant. Update that one instead.')

interface Rules {
  tracking?: StoredStockItem['tracking'] | undefined
  backorderLimit?: number | undefined
  onHand: number
}

/** Pieces that are told apart must exist to be reserved, and arrive with their lots or serial numbers. */
export const findRuleViolations = ({ tracking = 'none', backorderLimit = 0, onHand }: Rules): Violation[] => {
  if (tracking === 'none') return []
  return [
    ...(backorderLimit ? [{ propertyPath: 'backorderLimit', message: `must be 0 with tracking by ${tracking}` }] : []),
    ...(onHand
      ? [{ propertyPath: 'onHand', message: `must be 0 with tracking by ${tracking}; receive goods instead` }]
      : []),
  ]
}

export const addStockItem = async (db: Table, unit: Unit, given: CreateStockItemInput) => {
  const { onHand = 0, tracking, backorderLimit } = given
  const violations = findRuleViolations({ onHand, tracking, backorderLimit })
  if (violations.length) throw invalid(...violations)
  await Promise.all([
    requireVariant(db, unit.tenant, given.variantId),
    requireCustodian(db, unit.tenant, given.custodianId),
  ])
  const cause = { kind: 'opening', cause: null, reason: null } as const
  return presentStockItem(createStock(unit, given, cause, buildTakenProblem))
}
