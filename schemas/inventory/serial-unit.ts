import type { Static } from 'typebox'
import { resource } from '../resource.ts'
import { oneOf, text, timestamp, ulid, uuid } from '../types.ts'

export const SERIAL_UNIT_STATES = ['in_stock', 'reserved', 'shipped', 'returned', 'quarantined', 'written_off'] as const
export type SerialUnitState = (typeof SERIAL_UNIT_STATES)[number]

export const serialNumber = () => text(64, { examples: ['SN-000481'] })

export const SerialUnit = resource('SerialUnit', '/api/inventory/serial-units/{id}', {
  id: ulid(),
  stockItemId: ulid({ description: 'The stock item that it belongs to, or belonged to before it left' }),
  variantId: ulid(),
  custodianId: uuid(),
  serialNumber: serialNumber(),
  status: oneOf(SERIAL_UNIT_STATES),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type SerialUnit = Static<typeof SerialUnit.fields>
