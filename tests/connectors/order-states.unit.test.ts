import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeOrder, type OrderStates } from '../../lib/connectors/order-states/order-states.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { SHOWN_AS, STATE_PLATFORMS } from './state-rows.ts'

const statesOf = (type: keyof typeof STATE_PLATFORMS) => getConnector(type).orders?.states as OrderStates

describe('docs/order-states.md', () => {
  const text = readFileSync('docs/order-states.md', 'utf8')

  it.each(Object.entries(STATE_PLATFORMS))('has all words of %s, with what they mean', (type, title) => {
    const [, after = ''] = text.split(`\n## ${title}\n`)
    const section = after.split('\n## ')[0] ?? ''
    const { source, aspects } = statesOf(type as keyof typeof STATE_PLATFORMS)
    const rows = Object.entries(aspects).flatMap(([aspect, words]) =>
      Object.entries(words).map(
        ([word, [meaning, reason]]) => `| \`${aspect}\` | \`${word}\` | ${reason} | ${SHOWN_AS[meaning]} |`,
      ),
    )
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
    expect(section.replaceAll('\n', ' ')).toContain(`Source: ${source}.`)
  })

  it('lists all words that the enumerations of the platforms have', () => {
    // As in the code reference and the schemas of the platforms.
    const listed = {
      woocommerce: {
        status: `auto-draft cancelled checkout-draft completed draft failed new on-hold pending processing refunded trash`,
      },
      shopify: {
        financialStatus: `authorized expired paid partially_paid partially_refunded pending refunded voided`,
        fulfilmentStatus: `fulfilled fulfillment_not_required in_progress on_hold open partially_fulfilled
          pending_fulfillment request_declined restocked scheduled unfulfilled`,
      },
      sylius: {
        state: `cancelled cart fulfilled new`,
        paymentState: `authorized awaiting_payment cancelled cart paid partially_authorized partially_paid
          partially_refunded refunded`,
        shippingState: `cancelled cart partially_shipped ready shipped`,
      },
      vendure: {
        state: `AddingItems ArrangingAdditionalPayment ArrangingPayment Cancelled Created Delivered Draft Modifying
          PartiallyDelivered PartiallyShipped PaymentAuthorized PaymentSettled Shipped`,
      },
    } as const
    for (const [type, aspects] of Object.entries(listed))
      for (const [aspect, words] of Object.entries(aspects))
        expect(Object.keys(statesOf(type as keyof typeof listed).aspects[aspect] ?? {}).sort(), aspect).toEqual(
          words.split(/\s+/),
        )
  })
})

describe('judgeOrder', () => {
  const sylius = statesOf('sylius')
  const judge = (paymentState: string, more: object = {}, named: string[] | null = null) =>
    judgeOrder(sylius, { state: 'new', paymentState, shippingState: 'ready', ...more }, { named })

  it('lets the word decide that is furthest from being shipped', () => {
    expect(judge('paid').meaning).toBe('ship')
    expect(judge('paid', { shippingState: 'shipped' }).meaning).toBe('sent')
    expect(judge('awaiting_payment', { shippingState: 'shipped' })).toMatchObject({
      meaning: 'unpaid',
      word: 'awaiting_payment',
    })
    expect(judge('awaiting_payment', { state: 'cancelled' }).meaning).toBe('ended')
    expect(judge('refunded', { state: 'fulfilled' }).meaning).toBe('ended')
    expect(judge('paid', { state: 'cart' }).meaning).toBe('none')
  })

  it('ships what waits for its payment if the channel fulfils such orders, and nothing that waits for anything else', () => {
    const pays = (words: Record<string, string>) => judgeOrder(sylius, words, { isPayable: true }).meaning
    expect(pays({ state: 'new', paymentState: 'awaiting_payment', shippingState: 'ready' })).toBe('ship')
    expect(pays({ state: 'new', paymentState: 'awaiting_payment', shippingState: 'shipped' })).toBe('sent')
    expect(pays({ state: 'new', paymentState: 'layaway' })).toBe('wait')
    expect(pays({ state: 'cancelled', paymentState: 'awaiting_payment' })).toBe('ended')
  })

  it('waits for words that it does not know, and says them', () => {
    for (const word of ['chargeback', 'toString', '__proto__'])
      expect(judge(word)).toMatchObject({ meaning: 'wait', word, reason: expect.stringContaining(`"${word}"`) })
    expect(judgeOrder(sylius, { unheardOf: 'x' }).meaning).toBe('wait')
    expect(judgeOrder(sylius, { state: null }).meaning).toBe('ship')
  })

  it('ships what a status filter names, but nothing whose payment failed or that has ended', () => {
    expect(judge('awaiting_payment', {}, ['awaiting_payment']).meaning).toBe('ship')
    expect(judge('layaway', {}, ['Layaway']).meaning).toBe('ship')
    expect(judge('awaiting_payment', {}, ['new', 'ready']).meaning).toBe('unpaid')
    expect(judge('refunded', {}, ['refunded']).meaning).toBe('ended')
    const woo = statesOf('woocommerce')
    expect(judgeOrder(woo, { status: 'failed' }, { named: ['failed'] }).meaning).toBe('failed')
    expect(judgeOrder(woo, { status: 'pending' }, { named: ['any'] }).meaning).toBe('unpaid')
  })
})
