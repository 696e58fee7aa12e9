import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import { CUSTODIAN_TYPES } from '../../../../schemas/warehousing/custodian.ts'
import { CANARY } from '../world.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'

const PARTNERS = '/api/partner/partners'
const CUSTODIANS = '/api/warehousing/custodians'
const NAMES = ['Nordlicht', 'Südwind', 'Hafenkontor', 'Elbe Lager'] as const

export const createPartner: Choose = (world) =>
  create(world, 'create partner', PARTNERS, { name: world.pick(NAMES), countryCode: 'DE' }, 'partner')

const renamePartner: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  const body = { name: `${world.pick(NAMES)} ${world.among(100)}` }
  return partner && change(world, 'rename partner', `${PARTNERS}/${partner.id}`, { method: 'PATCH', body })
}

const createCustodian: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return createPartner(world)
  const type = world.random() < 0.5 ? 'custom' : world.pick(CUSTODIAN_TYPES)
  const connectionConfig = type === 'custom' ? { apiKey: CANARY } : null
  const body = { partnerId: partner.id, type, name: world.pick(NAMES), connectionConfig }
  return create(world, 'create custodian', CUSTODIANS, body, 'custodian')
}

const moveCustodian: Choose = (world) => {
  const custodian = world.pick(world.list<Stored>('custodian'))
  const action = world.pick(['suspend', 'reactivate', 'suspend', 'reactivate', 'disconnect'])
  return custodian && change(world, `${action} custodian`, `${CUSTODIANS}/${custodian.id}/${action}`)
}

/** Requests about partners and custodians. */
export const choosePartnerRequest: Choose = (world) =>
  chooseAmong(world, createPartner, renamePartner, createCustodian, moveCustodian, moveCustodian)
