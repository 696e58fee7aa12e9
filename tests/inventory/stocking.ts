import { aCustodian, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'

const INVENTORY = '/api/inventory'

interface Line {
  variantId?: string
  custodianId?: string
  quantity: number
  lots?: readonly object[]
  serialNumbers?: readonly string[]
}

/** Receives goods of one variant, new unless it is given, and returns its stock item. */
export const receivedStock = async (member: Member, { variantId, custodianId, ...line }: Line) => {
  const at = custodianId ?? (await aCustodian(member)).id
  const of = variantId ?? (await aVariant(member)).id
  const given = { custodianId: at, lines: [{ variantId: of, expected: line.quantity }] }
  const receipt = (await member.post(`${INVENTORY}/goods-receipts`, given)).body
  const answer = await member.post(`${INVENTORY}/goods-receipts/${receipt.id}/receive`, {
    lines: [{ variantId: of, ...line }],
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { body } = await member.get(`${INVENTORY}/stock-items?variantId=${of}&custodianId=${at}`)
  return body.member[0]
}

/** Returns the lots of a stock item by code. */
export const lotsOf = async (member: Member, { id }: { id: string }) => {
  const { body } = await member.get(`${INVENTORY}/lots?stockItemId=${id}&itemsPerPage=100`)
  return Object.fromEntries(body.member.map((lot: { code: string }) => [lot.code, lot]))
}

/** Returns the serial units of a stock item by number. */
export const unitsOf = async (member: Member, { id }: { id: string }) => {
  const { body } = await member.get(`${INVENTORY}/serial-units?stockItemId=${id}&itemsPerPage=100`)
  return Object.fromEntries(body.member.map((unit: { serialNumber: string }) => [unit.serialNumber, unit]))
}

export const stockOf = async (member: Member, { id }: { id: string }) =>
  (await member.get(`${INVENTORY}/stock-items/${id}`)).body

export const movementsOf = async (member: Member, { id }: { id: string }) =>
  (await member.get(`${INVENTORY}/movements?stockItemId=${id}&itemsPerPage=100`)).body.member
