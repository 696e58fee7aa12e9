// Shopify computes the cost of a query from the sizes of its lists before it runs, and refuses more than 1000 points. Each object
// costs a point, and a list grows with the logarithm of its size.

/** Orders of a page. Small, because nested lists multiply the cost. */
export const PAGE_SIZE = 8
/** Lines that an order brings with it; further ones are read on their own. */
export const LINES_AT_ONCE = 20
/** Refunds that are read in one request. */
export const REFUNDS_AT_ONCE = 5

const MONEY = '{ presentmentMoney { amount } }'
const BOTH = '{ presentmentMoney { amount } shopMoney { amount } }'
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'
const ADDRESS = 'firstName lastName name company address1 address2 city zip province provinceCode countryCodeV2 phone'
const TAXES = `taxLines { title rate ratePercentage priceSet ${MONEY} }`
const DISCOUNTS = `discountAllocations { allocatedAmountSet ${MONEY} discountApplication { index
  ... on DiscountCodeApplication { code } ... on AutomaticDiscountApplication { title }
  ... on ManualDiscountApplication { title } ... on ScriptDiscountApplication { title } } }`

const LINES = `${PAGE_INFO} nodes { id sku name title variantTitle quantity currentQuantity unfulfilledQuantity requiresShipping
  isGiftCard product { id } variant { id } lineItemGroup { id title quantity variantSku } originalTotalSet ${MONEY}
  priceAfterAllDiscountsBeforeTaxesSet ${MONEY} ${DISCOUNTS} ${TAXES} }`
const SHIPPING = `nodes { id title code originalPriceSet ${MONEY} discountedPriceSet ${MONEY}
  currentDiscountedPriceSet ${MONEY} ${DISCOUNTS} ${TAXES} }`
const ORDER = `id legacyResourceId name createdAt processedAt updatedAt cancelledAt closedAt test currencyCode
  presentmentCurrencyCode displayFinancialStatus displayFulfillmentStatus email phone note tags sourceName taxesIncluded
  dutiesIncluded paymentGatewayNames totalPriceSet ${BOTH} currentTotalPriceSet ${BOTH}
  currentTotalDutiesSet ${MONEY} currentTotalAdditionalFeesSet ${MONEY} totalTipReceivedSet ${MONEY}
  totalCapturableSet ${MONEY} totalReceivedSet ${MONEY}
  customer { id displayName defaultEmailAddress { emailAddress } }
  billingAddress { ${ADDRESS} } shippingAddress { ${ADDRESS} }
  disputes { id initiatedAs status }
  shippingLines(first: 5) { ${SHIPPING} } additionalFees { id name price ${MONEY} ${TAXES} }
  lineItems(first: ${LINES_AT_ONCE}) { ${LINES} } refunds(first: 100) { id }`

export const PAGE = `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { ${PAGE_INFO} nodes { ${ORDER} } } }`
export const SOME = `query OrdersAt($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${ORDER} } } }`
export const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } }`
export const MORE_LINES = `query Lines($id: ID!, $after: String!) { order(id: $id) { lineItems(first: 100, after: $after) { ${LINES} } } }`

const REFUND_LINES = `${PAGE_INFO} nodes { quantity restockType lineItem { id } }`
const REFUND = `id createdAt processedAt note
  duties { amountSet ${MONEY} }
  refundLineItems(first: 25) { ${REFUND_LINES} }
  refundShippingLines(first: 5) { nodes { subtotalAmountSet ${MONEY} taxAmountSet ${MONEY} } }
  transactions(first: 10) { nodes { kind status amountSet ${MONEY} } }`

const SENT_LINES = `${PAGE_INFO} nodes { quantity lineItem { id } }`
const FULFILMENTS = `fulfillments(first: 20) { id status trackingInfo(first: 10) { number }
  fulfillmentLineItems(first: 50) { ${SENT_LINES} } }`

/** Reads what left of an order. */
export const SENT = `query Sent($id: ID!) { order(id: $id) { ${FULFILMENTS} } }`

export const MORE_SENT = `query MoreSent($id: ID!, $after: String!) { fulfillment(id: $id) {
  fulfillmentLineItems(first: 250, after: $after) { ${SENT_LINES} } } }`

const buildOrders = (name: string, fields: string) =>
  `query ${name}($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id ${fields} } } }`

/** Reads when what is not paid has to be. Needs the scope read_payment_terms. */
export const TERMS = buildOrders(
  'PaymentTerms',
  'paymentTerms { paymentTermsName paymentTermsType paymentSchedules(first: 10) { nodes { dueAt completedAt } } }',
)
/** Reads when authorizations expire. */
export const AUTHORIZATIONS = buildOrders(
  'Authorizations',
  'transactions(first: 20, capturable: true) { kind status authorizationExpiresAt }',
)
/** Reads a dispute as Shopify Payments knows it. Needs the scope read_shopify_payments_disputes. */
export const DISPUTE = `query Dispute($id: ID!) { dispute(id: $id) { id type status finalizedOn amount { amount currencyCode } } }`

export const ORDER_OF_REQUEST = 'query OrderOfRequest($id: ID!) { fulfillmentOrder(id: $id) { order { id } } }'

/** Reads which fulfilment orders changed, such as those of which somebody has released a hold. */
export const CHANGED_REQUESTS = `query ChangedRequests($first: Int!, $after: String, $query: String) {
  fulfillmentOrders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { ${PAGE_INFO} nodes { order { id updatedAt } } } }`
/** Fulfilment orders of a page. */
export const CHANGED_AT_ONCE = 50

const REQUEST_LINES = `${PAGE_INFO} nodes { remainingQuantity lineItem { id } }`

/** Builds a query of where the pieces of orders lie that are not sent yet, and what holds them back. */
const buildRequests = (
  requests: number,
  lines: number,
) => `query FulfilmentRequests($ids: [ID!]!) { nodes(ids: $ids) { ... on Order {
  id fulfillmentOrders(first: ${requests}) { ${PAGE_INFO} nodes {
  id status fulfillAt assignedLocation { location { id isFulfillmentService } } deliveryMethod { methodType }
  fulfillmentHolds { reason reasonNotes }
  lineItems(first: ${lines}) { ${REQUEST_LINES} } } } } } }`

/** Reads all orders of a page, which are rarely divided into more. */
export const REQUESTS = buildRequests(4, 10)
/** Reads one order, whatever it is divided into. */
export const ALL_REQUESTS = buildRequests(20, 40)
export const MORE_REQUESTED = `query MoreRequested($id: ID!, $after: String!) { fulfillmentOrder(id: $id) {
  lineItems(first: 250, after: $after) { ${REQUEST_LINES} } } }`

/** Reads refunds by their ids, and what left of the order. */
export const REFUNDS = `query Refunds($id: ID!, $refunds: [ID!]!) { nodes(ids: $refunds) { ... on Refund { ${REFUND} } }
  order(id: $id) { ${FULFILMENTS} } }`
export const MORE_REFUND_LINES = `query RefundLines($id: ID!, $after: String!) { refund(id: $id) {
  refundLineItems(first: 100, after: $after) { ${REFUND_LINES} } } }`
