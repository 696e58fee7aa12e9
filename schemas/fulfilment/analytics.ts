import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { date, nullable, uuid } from '../types.ts'

export const MAX_ANALYTICS_DAYS = 92

const count = (description: string) => Type.Integer({ description })

const counts = {
  accepted: count('Fulfilment orders that were given to the custodian on these days'),
  handedOver: count('Fulfilment orders of which the first pieces left the custodian on these days'),
  late: count(
    'Of those, the ones that left later than the setting `warehousing.handOverHours` allows after their acceptance',
  ),
  handOffs: count('Hand-offs on these days; an order that leaves in several parts has several'),
  pieces: count('Pieces that left the custodian'),
  averageHours: nullable(
    Type.Number({ description: 'Hours from acceptance to the first hand-off on average; null if there was none' }),
  ),
}

const ofDay = { day: date(), custodianId: uuid() }

export const FulfilmentAnalytics = valueResource('FulfilmentAnalytics', {
  from: date(),
  to: date({ description: 'Last day, included' }),
  custodianId: nullable(uuid({ description: 'Null for all custodians' })),
  totals: Type.Object(counts),
  custodians: Type.Array(Type.Object({ custodianId: uuid(), ...counts })),
  days: Type.Array(Type.Object({ ...ofDay, ...counts }), {
    description: 'One entry for each day and custodian with any count, the earliest day first',
  }),
})
export type FulfilmentAnalytics = Static<typeof FulfilmentAnalytics.fields>
