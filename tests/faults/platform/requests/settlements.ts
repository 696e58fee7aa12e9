import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'

const CHARGES = '/api/billing/charges'
const SETTLEMENTS = '/api/billing/settlements'
const RULES = '/api/billing/auto-settlement-rules'
const SCOPES = ['storage', 'sales', 'fulfilment'] as const
const PERIOD = { type: 'monthly', startDate: '2026-02-01', endDate: '2026-02-28' } as const

const createCharge: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return undefined
  const body = {
    ...{ partnerId: partner.id, scope: world.pick(SCOPES), chargeType: 'fee', description: 'Fee' },
    amount: (world.random() < 0.3 ? -1 : 1) * (1 + world.among(9000)),
    currency: world.random() < 0.8 ? 'EUR' : 'USD',
    occurredAt: world.pick(['2026-02-10T10:00:00Z', '2026-02-28T22:59:00Z', '2026-03-01T10:00:00Z']),
  }
  return create(world, 'create charge', CHARGES, body, 'charge')
}

const changeCharge: Choose = (world) => {
  const charge = world.pick(world.list<Stored>('charge'))
  const body = { amount: 1 + world.among(9000) }
  return charge && change(world, 'change charge', `${CHARGES}/${charge.id}`, { method: 'PATCH', body })
}

const createSettlement: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return undefined
  const period = world.random() < 0.5 ? { basis: 'period', period: PERIOD } : { basis: 'ad_hoc' }
  const scopes = world.random() < 0.5 ? {} : { scopes: [world.pick(SCOPES)] }
  const body = { partnerId: partner.id, currency: 'EUR', ...period, ...scopes }
  return create(world, 'create settlement', SETTLEMENTS, body, 'settlement')
}

const moveSettlement: Choose = (world) => {
  const settlement = world.pick(world.list<Stored>('settlement'))
  if (!settlement) return undefined
  const url = `${SETTLEMENTS}/${settlement.id}`
  const type = world.pick(['credit', 'debit', 'adjustment'])
  const line = { type, description: 'Agreed', amount: 1 + world.among(900), currency: 'EUR' }
  const paid = { paymentReference: 'SEPA', paymentMethod: 'bank_transfer' }
  return chooseAmong(
    world,
    () => change(world, 'add settlement line', `${url}/line-items`, { body: line }),
    () => change(world, 'approve settlement', `${url}/approve`, { body: {} }),
    () => change(world, 'pay settlement', `${url}/mark-paid`, { body: paid }),
    () => change(world, 'reject settlement', `${url}/reject`, { body: { reason: 'Wrong' } }),
  )
}

const createRule: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return undefined
  const isPeriod = world.random() < 0.6
  const basis = isPeriod ? { basis: 'period', periodType: 'monthly' } : { basis: 'on_demand', periodType: null }
  const body = { partnerId: partner.id, scope: world.pick(SCOPES), currency: 'EUR', ...basis }
  return change(world, 'create settlement rule', RULES, { body })
}

const useRule: Choose = (world) => {
  const rule = world.pick(world.list<Stored>('auto-settlement-rule'))
  if (!rule) return undefined
  return world.random() < 0.6
    ? change(world, 'settle by rule', `${RULES}/${rule.id}/settle`)
    : change(world, 'delete settlement rule', `${RULES}/${rule.id}`, { method: 'DELETE' })
}

/** Requests about charges and the settlements that collect them. */
export const chooseSettlementRequest: Choose = (world) =>
  chooseAmong(
    world,
    ...[createCharge, createCharge, createCharge, changeCharge, createSettlement, createSettlement],
    ...[moveSettlement, moveSettlement, createRule, useRule],
  )
