import { expect } from 'vitest'
import type { Member } from '../support/client.ts'

let made = 0

/** A manual channel, which has no shop. */
export const aManualChannel = async (member: Member, fields: object = {}) => {
  const { status, body } = await member.post('/api/sales/channels', {
    name: 'Market stall',
    code: `M-${++made}`,
    type: 'manual',
    credentials: {},
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; name: string }
}

export const aRow = (fields: object = {}) => ({
  externalOrderId: `E-${++made}`,
  currency: 'EUR',
  total: 2580,
  ...fields,
})

export const importing = (member: Member, channelId: string, orders: object[], more: object = {}) =>
  member.post(`/api/sales/channels/${channelId}/import-orders`, { orders, ...more })

export const ordersOf = async (member: Member, query: Record<string, string>) => {
  const { body } = await member.get(`/api/sales/orders?${new URLSearchParams({ itemsPerPage: '100', ...query })}`)
  return { orders: body.member as { id: string; externalOrderId: string; status: string }[], total: body.totalItems }
}
