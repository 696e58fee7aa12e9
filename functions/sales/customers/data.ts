import * as Type from 'typebox'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { collectCustomerData } from '../../../lib/sales/customer-data/collect-customer-data.ts'
import { CustomerData } from '../../../schemas/sales/customers/customer-data.ts'

export const getCustomerData = endpoint({
  route: 'GET /api/sales/customers/{id}/data',
  scope: 'sales:customer:read',
  summary: 'Get what is held about a customer',
  description:
    'For a person who asks for the own data: the customer, the orders as they are and as the shop told them, and where the goods went, twenty orders at a time. Invoices are addressed to partners and are read there.',
  query: { page: Type.Integer({ minimum: 1, description: '1 by default' }) },
  returns: CustomerData,
  run: (app, { caller, params, query }) => collectCustomerData(app, caller.tenant, params.id, Number(query.page ?? 1)),
})
