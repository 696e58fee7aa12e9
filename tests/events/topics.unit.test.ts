import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { EMAIL_MEMBERS } from '../../lib/platform/events/outbox/get-erasable-email.ts'
import type { Unit } from '../../lib/platform/store/unit.ts'
import { makeTopicExample, TOPICS } from '../../schemas/events/topics.ts'
import { TOPIC_NAMES } from '../../schemas/notification/topic.ts'

/** The topics in the specification. */
const AGREED = `
shipping.shipment.delayed shipping.shipment.delivered finance.payment.failed finance.payment.completed
routing.incident.raised sales.order.fulfillment_blocked sales.order.fulfilled iam.tenant.invitation_sent
iam.identity.password_reset iam.identity.email_verification admin.platform.announcement finance.invoice.overdue
iam.identity.mfa_challenge_issued iam.identity.new_device_login finance.settlement.created finance.settlement.posted
finance.settlement.paid iam.tenant.welcome_sent document.documentrequest.submitted
document.documentrequest.review_started document.documentrequest.validated document.documentrequest.rejected
document.documentrequest.cancelled document.document.finalized document.document.voided
document.compliance.expiry_scan finance.invoice.issued finance.invoice.paid finance.creditnote.issued
finance.bill.received finance.outgoing_payment.submitted finance.outgoing_payment.completed fulfilment.order.created
fulfilment.order.progressed fulfilment.order.closed fulfilment.order.cancelled
fulfilment.reservation.requires_attention fulfilment.fulfilment.handed_off fulfilment.return.requested
fulfilment.return.authorized fulfilment.return.rejected fulfilment.return.received fulfilment.return.resolved
partner.partner.created partner.partner.status_changed inventory.lot.recalled inventory.lot.expired
inventory.serial_unit.status_changed inventory.item.discontinued iam.membership.created
iam.membership.member_joined iam.membership.suspended iam.membership.reinstated iam.membership.role_assigned
iam.membership.role_revoked sales.channel.sync_failed sales.order.ready sales.order.cancelled
shipping.shipment.created shipping.shipment.scheduled shipping.shipment.in_transit
shipping.shipment.out_for_delivery shipping.shipment.cancelled shipping.shipment.lost shipping.shipment.damaged
shipping.shipment.refused platform.billing.invoice.reminder messaging.message.new messaging.message.mention
`
  .trim()
  .split(/\s+/)

/**
 * Without these nobody would hear that an endpoint is about to be disabled, that an invoice was not issued, what changed about
 * an order, or that a shop has lost many.
 */
const OWN = [
  'notification.webhook_endpoint.failing',
  'notification.webhook_endpoint.disabled',
  'finance.invoice.not_issued',
  'sales.order.changed',
  'sales.order.payment_changed',
  'sales.order.payment_at_risk',
  'sales.channel.orders_missing',
]

describe('the topics', () => {
  test('are those of the specification and those that it lacks', () => {
    expect(AGREED).toHaveLength(69)
    expect([...TOPIC_NAMES].sort()).toEqual([...AGREED, ...OWN].sort())
  })

  test.each(TOPIC_NAMES)('have an example of %s that is a valid event', (topic) => {
    const { variables } = TOPICS[topic]
    expect(Check(variables, makeTopicExample(topic))).toBe(true)
    expect(Check(variables, { ...makeTopicExample(topic), foreign: 1 })).toBe(false)
  })

  test('name the recipient in personal events', () => {
    for (const topic of TOPIC_NAMES)
      if (TOPICS[topic].audience === 'named')
        expect(Object.keys(TOPICS[topic].variables.properties), topic).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(identity|member)Id$/)]),
        )
  })

  test('contain no person and no secret in events that go to roles', () => {
    for (const topic of TOPIC_NAMES)
      if (TOPICS[topic].audience !== 'named')
        expect(Object.keys(TOPICS[topic].variables.properties).join(), topic).not.toMatch(
          /email|firstName|address|sealed|token|secret|phone/i,
        )
  })
})

test('compiles only events with exactly the data of their topic', () => {
  const emitAll = (unit: Unit) => {
    unit.emit('partner.partner.created', { subject: null, data: { partnerId: 'x', partnerName: 'Nordlicht' } })
    // @ts-expect-error a variable is missing
    unit.emit('partner.partner.created', { subject: null, data: { partnerId: 'x' } })
    // @ts-expect-error a variable is not among the topic's
    unit.emit('partner.partner.created', { subject: null, data: { partnerId: 'x', partnerName: 'N', iban: 'DE' } })
    // @ts-expect-error a variable is of another kind
    unit.emit('finance.invoice.overdue', { subject: null, data: { daysOverdue: '3' } })
    // @ts-expect-error there is no such topic
    unit.emit('partner.partner.renamed', { subject: null, data: {} })
  }
  expect(emitAll).toBeTypeOf('function')
})

test('declares the e-mail address of each topic that contains one, so that it can be erased', () => {
  const isEmail = (name: string, schema: unknown) =>
    /e-?mail/i.test(name) || /@example|"email"/.test(JSON.stringify(schema))
  const found = Object.entries(TOPICS).flatMap(([topic, { variables }]) =>
    Object.entries(variables.properties)
      .filter(([name, schema]) => isEmail(name, schema))
      .map(([name]) => [topic, name]),
  )
  expect(Object.fromEntries(found)).toEqual(EMAIL_MEMBERS)
})
