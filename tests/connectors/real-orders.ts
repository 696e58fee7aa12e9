import { ADDRESS, type startShop } from './real-shop.ts'

type RealShop = Awaited<ReturnType<typeof startShop>>
type Answer = Record<string, never>

const FAILURE = '... on ErrorResult { errorCode message }'

/** How an order is bought in the real shop. */
export interface Purchase {
  /** Pieces by the id of their variant. */
  pieces: Record<string, number>
  /** Code of the shipping method. */
  shipping?: 'standard-shipping' | 'taxed-shipping'
  payment?: 'standard-payment' | 'settled-payment' | 'prepaid'
  coupon?: string
  country?: string
  /** Token of the channel. */
  channel?: string
}

/** An order of the real shop, with the ids that actions need. */
export interface RealOrder {
  id: string
  code: string
  totalWithTax: number
  lines: { id: string; quantity: number }[]
  payments: { id: string; amount: number; refunds: { id: string; state: string }[] }[]
}

const ORDER = 'id code totalWithTax lines { id quantity } payments { id amount refunds { id state } }'

/** Actions of a customer and of the staff of the real shop; each throws if the shop refuses it. */
export const actIn = (shop: RealShop) => {
  const { admin } = shop
  let customers = 1000

  const find = async (id: string): Promise<RealOrder> => {
    const { order } = await admin(`query ($id: ID!) { order(id: $id) { ${ORDER} } }`, { id })
    return order as RealOrder
  }

  return {
    find,
    async buy(purchase: Purchase): Promise<RealOrder> {
      const { pieces, shipping = 'standard-shipping', payment = 'settled-payment', coupon, channel } = purchase
      const headers: Record<string, string> = channel ? { 'vendure-token': channel } : {}
      const ask = shop.visit()
      for (const [variant, quantity] of Object.entries(pieces))
        await ask(
          `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename ${FAILURE} } }`,
          { id: variant, quantity },
          headers,
        )
      if (coupon)
        await ask(
          `mutation ($coupon: String!) { applyCouponCode(couponCode: $coupon) { __typename ${FAILURE} } }`,
          { coupon },
          headers,
        )
      const address = { ...ADDRESS, countryCode: purchase.country ?? 'DE' }
      await ask(
        `mutation ($email: String!, $address: CreateAddressInput!) {
          who: setCustomerForOrder(input: { firstName: "Zoë", lastName: "Müller", emailAddress: $email }) { __typename ${FAILURE} }
          to: setOrderShippingAddress(input: $address) { __typename ${FAILURE} }
          bill: setOrderBillingAddress(input: $address) { __typename ${FAILURE} } }`,
        { email: `zoe.${++customers}@example.com`, address },
        headers,
      )
      const { eligibleShippingMethods } = await ask('{ eligibleShippingMethods { id code } }', {}, headers)
      const method = (eligibleShippingMethods as { id: string; code: string }[]).find(({ code }) => code === shipping)
      const { paid } = await ask(
        `mutation ($how: [ID!]!, $method: String!) {
          how: setOrderShippingMethod(shippingMethodId: $how) { __typename ${FAILURE} }
          next: transitionOrderToState(state: "ArrangingPayment") { __typename ${FAILURE} }
          paid: addPaymentToOrder(input: { method: $method, metadata: {} }) { __typename ... on Order { id } ${FAILURE} } }`,
        { how: [method?.id], method: payment },
        headers,
      )
      return await find((paid as { id: string }).id)
    },
    async move(id: string, state: string) {
      await admin(
        `mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename
          ... on OrderStateTransitionError { errorCode message transitionError } } }`,
        { id, state },
      )
    },
    async modify(orderId: string, input: object) {
      await admin(`mutation ($input: ModifyOrderInput!) { modifyOrder(input: $input) { __typename ${FAILURE} } }`, {
        input: { orderId, dryRun: false, ...input },
      })
    },
    async payMore(orderId: string) {
      await admin(
        `mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { __typename ${FAILURE} } }`,
        { input: { orderId, method: 'bank-transfer', transactionId: 'T1', metadata: {} } },
      )
    },
    async cancel(
      orderId: string,
      more: { lines?: { orderLineId: string; quantity: number }[]; cancelShipping?: boolean },
    ) {
      await admin(`mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ${FAILURE} } }`, {
        input: { orderId, ...more },
      })
    },
    /** Refunds an amount of the first payment; the method of that payment decides whether the money moves at once. */
    async refund(
      orderId: string,
      amount: number,
      more: { reason?: string; lines?: { orderLineId: string; quantity: number }[]; shipping?: number } = {},
    ): Promise<string> {
      const { payments } = await find(orderId)
      const { refundOrder } = await admin(
        `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on Refund { id } ${FAILURE} } }`,
        { input: { lines: [], shipping: 0, adjustment: 0, paymentId: payments[0]?.id, amount, ...more } },
      )
      return (refundOrder as unknown as Answer & { id: string }).id
    },
    async settleRefund(id: string) {
      await admin(`mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename ${FAILURE} } }`, {
        input: { id, transactionId: 'R1' },
      })
    },
    async settlePayment(orderId: string) {
      const { payments } = await find(orderId)
      await admin(`mutation ($id: ID!) { settlePayment(id: $id) { __typename ${FAILURE} } }`, { id: payments[0]?.id })
    },
    async ship(lines: { orderLineId: string; quantity: number }[]) {
      const handler = {
        code: 'manual-fulfillment',
        arguments: [
          { name: 'method', value: 'DHL' },
          { name: 'trackingCode', value: 'T1' },
        ],
      }
      const { addFulfillmentToOrder } = await admin(
        `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { __typename ... on Fulfillment { id } ${FAILURE} } }`,
        { input: { lines, handler } },
      )
      const { id } = addFulfillmentToOrder as unknown as { id: string }
      await admin(
        `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ${FAILURE} } }`,
        { id },
      )
    },
  }
}

/** Adds to the shop what the arithmetic of orders is tried with, and returns its ids. */
export const stock = async ({ admin }: RealShop) => {
  const { taxCategories, zones, taxRates } = (await admin(
    '{ taxCategories { items { id name } } zones { items { id name } } taxRates { items { id name } } }',
  )) as unknown as Record<string, { items: { id: string; name: string }[] }>
  const idOf = (list: { items: { id: string; name: string }[] } | undefined, name: string) => {
    const found = list?.items.find((each) => each.name === name)
    if (!found) throw new Error(`the shop has no ${name}`)
    return found.id
  }
  // Each zone has its own rates.
  await admin('mutation ($input: UpdateTaxRateInput!) { updateTaxRate(input: $input) { id } }', {
    input: { id: idOf(taxRates, 'Standard Tax Alps'), value: 8.1 },
  })
  const { createProduct } = await admin(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    {
      input: { translations: [{ languageCode: 'en', name: 'Book', slug: 'book', description: '' }] },
    },
  )
  const { createProductVariants } = await admin(
    'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
    {
      input: [
        {
          productId: (createProduct as { id: string }).id,
          translations: [{ languageCode: 'en', name: 'Book' }],
          sku: 'BOOK-1',
          price: 1999,
          taxCategoryId: idOf(taxCategories, 'Reduced Tax'),
          trackInventory: 'FALSE',
        },
      ],
    },
  )
  const [book] = createProductVariants as { id: string }[]
  const promote = async (couponCode: string, name: string, actions: object[]) => {
    await admin(
      `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename ${FAILURE} } }`,
      {
        input: { couponCode, enabled: true, conditions: [], actions, translations: [{ languageCode: 'en', name }] },
      },
    )
  }
  await promote('SEVEN', 'Seven percent', [
    {
      code: 'products_percentage_discount',
      arguments: [
        { name: 'discount', value: '7' },
        { name: 'productVariantIds', value: '["1"]' },
      ],
    },
  ])
  await promote('THREE', 'Three off', [
    { code: 'order_fixed_discount', arguments: [{ name: 'discount', value: '300' }] },
  ])
  const { createChannel } = await admin(
    `mutation ($input: CreateChannelInput!) { createChannel(input: $input) { __typename ... on Channel { id } ${FAILURE} } }`,
    {
      input: {
        code: 'gross',
        token: 'gross-token',
        defaultLanguageCode: 'en',
        pricesIncludeTax: true,
        defaultCurrencyCode: 'EUR',
        defaultTaxZoneId: idOf(zones, 'Europe'),
        defaultShippingZoneId: idOf(zones, 'Europe'),
      },
    },
  )
  const channelId = (createChannel as { id: string }).id
  await admin(
    'mutation ($input: AssignProductVariantsToChannelInput!) { assignProductVariantsToChannel(input: $input) { id } }',
    { input: { productVariantIds: ['1', book?.id], channelId } },
  )
  const { shippingMethods, paymentMethods } = (await admin(
    '{ shippingMethods { items { id } } paymentMethods { items { id } } }',
  )) as unknown as Record<string, { items: { id: string }[] }>
  await admin(
    `mutation ($shipping: AssignShippingMethodsToChannelInput!, $payment: AssignPaymentMethodsToChannelInput!) {
      assignShippingMethodsToChannel(input: $shipping) { id } assignPaymentMethodsToChannel(input: $payment) { id } }`,
    {
      shipping: { shippingMethodIds: shippingMethods?.items.map(({ id }) => id), channelId },
      payment: { paymentMethodIds: paymentMethods?.items.map(({ id }) => id), channelId },
    },
  )
  const { productVariants } = await admin(
    '{ productVariants(options: { take: 10 }) { items { id } } }',
    {},
    { 'vendure-token': 'gross-token' },
  )
  await admin(
    'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
    {
      input: (productVariants as { items: { id: string }[] }).items.map(({ id }) => ({
        id,
        prices: [{ currencyCode: 'EUR', price: id === '1' ? 999 : 1337 }],
      })),
    },
    { 'vendure-token': 'gross-token' },
  )
  return { tea: '1', pot: '2', book: book?.id ?? '' }
}
