import type { File } from '../file.ts'
import { HTML, layout } from './pages.ts'

interface Release {
  date: string
  changes: readonly string[]
}

/** Changes that integrators notice, newest first. */
const RELEASES: readonly Release[] = [
  {
    date: '2026-11-27',
    changes: [
      '<code>/api/catalog/categories</code> is a tree of categories, up to eight deep, with the scopes <code>catalog:category:read</code> and <code>catalog:category:write</code>. Products have <code>categoryIds</code>, rows of the import <code>products</code> have codes of <code>categories</code>, and <code>categoryId</code> finds the products and variants of a category and of those below it.',
      'Variants have <code>gtin</code>, <code>mpn</code>, <code>hsCode</code>, <code>countryOfOrigin</code>, <code>weightGrams</code>, <code>lengthMm</code>, <code>widthMm</code> and <code>heightMm</code>, which the import of a catalog takes over from Shopify and WooCommerce where nothing is known here, and rows of the imports <code>variants</code> and <code>products</code> have them. The weight counts before the attributes <code>weightGrams</code> and <code>weightKg</code>.',
      'Products have <code>tags</code> and a <code>status</code>: <code>POST /api/catalog/products/{id}/archive</code> takes the variants of a product out of all channels, <code>…/restore</code> puts them back, and a draft is shown after <code>…/activate</code>.',
      '<code>GET /api/catalog/products</code> and <code>GET /api/catalog/variants</code> find by <code>sku</code>, <code>gtin</code>, <code>status</code>, <code>tag</code> and <code>brand</code>, variants also by <code>mpn</code>, and <code>search</code> also reads brands, tags, GTINs and part numbers.',
      '<code>GET /api/notification/messages?address=</code> lists the mails to an address, with the event, the rule and the template of each, and what became of it. Notifications have the <code>eventId</code>, and mails that tell of an event name it in the header <code>X-Event-Id</code>.',
      '<code>GET /api/sales/channels/{channelId}/inventory/plan</code> finds a variant by its <code>sku</code>.',
      'Imports have the kind <code>orders</code>: one row for each line, with the columns of the new <code>GET /api/sales/order-rows/export</code>. Cells that begin with an apostrophe, which exports put before what looks like a formula, are read without it.',
      '<code>POST /api/sales/channels/{channelId}/reconcile</code> compares the orders of some days with those of the shop, and with <code>apply</code> mends what differs. Runs have <code>itemsFound</code>, and records a <code>finding</code> and its <code>mend</code>. <code>syncSettings.reconcileDays</code> of a channel has it done daily.',
      '<code>GET /api/billing/unsettled-charges/by-partner</code> sums up what no settlement has by partner and currency, and each unsettled charge says the <code>reason</code> why it waits.',
      '<code>POST /api/partner/partners/{id}/vat-check</code> records what VIES answered about a VAT id, which partners show as <code>vatCheck</code>. While it is not valid, invoices free of tax because of it have the missing detail <code>BUYER_VAT_ID_INVALID</code>.',
      'Settlements show their <code>scopes</code>.',
      'Rates of tariffs have <code>monthTiers</code>, and tariffs a <code>minimum</code>: what the quantity of a month and its minimum add to the charges is charged when the month is over, and again if news of it comes late. <code>chargeType</code> is <code>minimum</code>, or the unit with <code>_volume</code>.',
      'Postings for DATEV of self-billed services from abroad have the tax key of reverse charge, <code>billing.datevReverseChargeKey</code>.',
      'A parcel that a custodian tells of for one order, although it is that of another which goes to another address, is an incident with the reason <code>unexpected_news</code>. Pieces of orders count as promised for the variant that the channel has linked, whatever SKU the shop has for it. The stock of a custodian is compared once for each SKU. Rows of the catalog plan warn of descriptions whose formatting cannot stay in the shop. Addresses fit ten carriers.',
      'Gift cards, tips and duties of orders are billed without tax, unless the shop taxed them or <code>billing.giftCards</code> or <code>billing.tips</code> say otherwise. Lines of invoices and credit notes have the new tax kinds <code>voucher</code>, <code>tip</code> and <code>disbursement</code>, and the <code>supply</code> of a line has a <code>lineKind</code>. Parts of an order on which its shop charged no tax, while it taxed others, are billed without tax and doubted.',
      'A return of pieces that are handed over after their order was cancelled is opened, without having to be authorized.',
      '<code>gift_card_fees</code> in the <code>connectorConfig</code> of a WooCommerce channel names fees below 0 that are payments by gift card: they are part of the <code>paidAmount</code>, and no discounts.',
      '<code>orderSettings.onAccountPaymentMethods</code> of a channel names payment methods, such as cash on delivery, with which orders are fulfilled before they are paid.',
      'An order with its lines may have 1 MiB, or 200 KiB compressed, instead of 96 KiB, so that those of 1,000 lines are kept.',
      'If a shop no longer has more than <code>integrations.deletionsPerDay</code> open orders within a day, or none of three or more, none is cancelled: the channel has the warning <code>ORDERS_MISSING</code>, <code>GET /api/sales/channels/{channelId}/missing-orders</code> lists them, <code>…/resolve</code> cancels or keeps them, and the topic <code>sales.channel.orders_missing</code> tells of them.',
      'Open orders of a shop are asked for once a day until they are over, whatever their age, and are cancelled if the shop has deleted them for good.',
      'Lines that bill an order have as <code>dispatchCountry</code> the country of the custodian that has its pieces, where taxes depend on it; the country of the partner counts.',
      'An order ends if a dispute about everything is lost before anything left, unless <code>orderSettings.cancelsRefunded</code> is off. Incidents with the reason <code>order_ended</code> are raised as soon as a custodian refuses to cancel.',
      'Returns of test orders cost nothing.',
      '<code>GET /api/workspace/attention</code> counts what somebody has to look after, with the address of each list: held orders, incidents, runs that failed, webhooks, drift, conflicts, charges, bills, bank entries and others, as far as the caller may read the lists.',
      "<code>GET /api/warehousing/custodians/{id}/health</code> and <code>GET /api/sales/channels/{channelId}/health</code> say since when a custodian's system or the work of a channel fails, why, and what waits. Sync runs have a <code>trouble</code>, by which <code>GET /api/sales/sync-runs</code> finds those that somebody should look at.",
      '<code>GET /api/sales/channels/{channelId}/unbilled-orders</code> lists the accepted orders of a channel that no invoice has.',
      'Erasing a customer erases what tells of mails to the customer. Mails with invoices stay, and say that they went to a pseudonym.',
      '<code>POST /api/sales/customers/{id}/erase</code> erases a customer from everything but the books, and <code>GET …/data</code> collects what is held about one. <code>GET /api/sales/customers/export</code> exports the list.',
      'There are customers, <code>/api/sales/customers</code>, which orders make: one for each e-mail address in a channel. They have addresses, sums of orders, a note, tags and consents, are found by e-mail address, name, channel and tag, and are merged by <code>POST /api/sales/customers/{id}/merge</code>. Orders have <code>customerId</code>, by which the list finds them, and <code>erasedAt</code>.',
      '<code>GET /api/sales/orders/{id}/timeline</code> lists what happened to an order, oldest first: by which run, webhook or person it was imported, which rule decided, what was planned, sent, accepted, handed over and told to the shop, and its returns, refunds, invoices and mails.',
      '<code>POST /api/sales/orders</code> creates an order by hand in a channel of the type <code>manual</code>.',
      'Fulfilment policies have <code>answerHours</code>, 24 by default. An order that a custodian has for so long without accepting or refusing it is an incident with the reason <code>no_answer</code>, which its answer ends.',
      'Orders have <code>holdReason</code>, <code>note</code> and <code>tags</code>. <code>POST /api/sales/orders/{id}/hold</code> and <code>…/release</code> keep an order back and let it go on, and <code>PATCH /api/sales/orders/{id}</code> corrects who gets it and changes its note and tags, by which the list finds it. They have dry runs, as <code>…/cancel</code> has now.',
      '<code>GET /api/sales/orders</code> and its export find orders by number, external id, e-mail address, name, SKU, tracking number, days, payment and fulfilment status, currency and total, and lists have the <code>fulfilmentStatus</code>. Fulfilment orders are found by <code>request</code>, <code>orderNumber</code> and <code>createdBefore</code>, incidents by order and reason, and stock items by SKU. <code>GET /api/sales/sync-runs</code> lists the runs of all channels.',
      'Orders have <code>disputes</code>. While one is open, nothing of the order is sent or billed; one that was lost is a refund with the <code>cause</code> <code>dispute</code>. Shopify and rows of an import tell of them.',
      'The <code>payment</code> of an order has <code>terms</code>, <code>dueAt</code> and <code>authorizationExpiresAt</code>. <code>orderSettings.fulfilsPaymentTerms</code> of a channel fulfils unpaid orders that have terms.',
      'Orders and fulfilment orders have <code>isTest</code>. Channels with <code>test_orders</code> in their <code>connectorConfig</code> import test orders as such: they are not billed, charged or counted, and simulated custodians alone send them. Rows with <code>isTest</code> are skipped without it.',
      'Lines of orders have <code>removedAfterLeavingQuantity</code>: pieces that the shop took off after they had left. A return of them is opened, an incident has the new reason <code>removed_after_leaving</code>, and issued invoices are credited once the shop refunds them.',
      '<code>orderSettings.sellerCurrency</code> of a channel says in which money sellers are owed orders that were paid in another currency than that of the shop.',
      'There are the topics <code>sales.order.changed</code>, with what changed, <code>sales.order.payment_changed</code> and <code>sales.order.payment_at_risk</code>, for disputes and for authorizations that expire within two days.',
      'Channels of Shopify can subscribe to <code>refunds/create</code>, <code>order_transactions/create</code>, <code>disputes/create</code> and <code>disputes/update</code>.',
      'A delivery address that the shop corrects is followed where work has begun: custodians are asked to cancel, and get the order again. Incidents have the new reason <code>address_changed</code>, for pieces that left to the former address. Draft invoices follow the country.',
      'Rates with decimals are carried: charges and lines of settlements have the <code>exactAmount</code>, <code>quantity</code>, <code>rate</code> and <code>tariffId</code>, and a settlement rounds what the charges of a tariff and unit come to together. Amounts of such charges may be 0. A dry run has an <code>exactTotal</code>.',
      'The lines of a recurring profile hold from a day on, <code>validFrom</code>, which is today by default: periods that began before keep theirs, also if they are invoiced later. <code>linesByDay</code> has them all.',
      'Rates of tariffs have <code>tiers</code>, a <code>surcharge</code> and a <code>custodianId</code>, and tariffs a <code>timezone</code> for storage. <code>POST /api/billing/tariffs/{id}/dry-run-period</code> prices a period again.',
      'Partners have an agreement on <code>selfBilling</code>. While it is in force, approving a settlement adds its tax to the total and issues a self-billing invoice, and rejecting it a self-billed credit note; see <code>/api/billing/self-billing-invoices</code>.',
      'The built-in texts of notifications exist in Arabic, Dutch, English, French, German, Italian, Japanese, Polish, Portuguese and Spanish, and name statuses, roles and types in words. They follow <code>notifications.defaultLocale</code> and <code>general.locale</code>, unless a template of the tenant or the platform fits.',
      'Accounts have a <code>locale</code>, in which messages about them are written: registering takes it, or the first wish of <code>Accept-Language</code>, and <code>PATCH /api/iam/me</code> changes it.',
      'A line of a credit note that names no line of the invoice is spread over the taxes of the invoice, in proportion to what is left at each, instead of being refused where there are several.',
      'Refunds, discounts and other amounts that belong to no part of an order are billed at the rates of its parts, and shipping with several taxes in one line for each.',
      'The platform has pages of its own, to which links in mails lead unless <code>APP_URL</code> names another application: <code>/sign-in</code>, <code>/register</code>, <code>/verify-email</code>, <code>/reset-password</code>, <code>/accept-invitation</code> and others, and a page for each resource at its path without <code>/api</code>.',
      'Reading a file needs, beside <code>storage:file:read</code>, the scope of what it belongs to, such as <code>billing:invoice:read</code> for the attachment of an invoice. Files that nothing uses yet are read by whoever uploaded them.',
      'An address gets at most five mails an hour that anybody can ask for: registering, resending a verification, resetting a password and changing an address answer as always, and send no further mail. Invitations count on their own, and answer 429.',
      '<code>notifications.webhookUrl</code> and <code>notifications.slackWebhookUrl</code> must lead to a public address, like webhook endpoints.',
      'Access tokens end at the second that they name, without a tolerance.',
      'Reversing a hand-off ends its parcel: the shipment has <code>reversedAt</code>, and the shop no longer shows the parcel. The state <code>withdrawn</code> of a parcel of an order says that it did.',
      'Cells of a CSV that begin with spaces and then with <code>=</code>, <code>+</code>, <code>-</code> or <code>@</code> are written as text.',
      'SKUs, numbers of documents, lot codes, serial numbers, tracking numbers and names that are unique are the same whatever their case, Unicode form and runs of white space. Numbers and SKUs that differ in these only answer 409 <code>ALREADY_EXISTS</code>. Ids of orders in shops keep their case.',
      'A <code>PATCH</code> without members answers 400 everywhere.',
      'Errors of a bulk import name what is wrong from the request on, such as <code>orders[3].lineItems[0].quantity</code>, in the words of other violations.',
      'Refreshing the capabilities of a channel replaces a default currency or locale that its shop no longer supports. <code>lastSyncAt</code> is set by runs of every type.',
      'Rules with the basis <code>period</code> are monthly unless <code>periodType</code> is given. <code>nextInvoiceAt</code> is that of the oldest period that waits, those from before a pause included.',
      '<code>GET /health</code> has the headers of the rate limit, such as <code>X-RateLimit-Remaining</code>.',
      'Orders that their shop does not call paid, or authorized, and to be shipped are <code>held</code> until it does, and then go on by themselves; <code>decidedBy.reason</code> names the word of the shop. Drafts and test orders are not imported. A status that <code>syncSettings.statusFilters</code> names counts as paid.',
      'Orders that are refunded in full, trashed or deleted in their shop are <code>cancelled</code>, with a <code>cancellationReason</code>; an order that its shop restores is accepted again. Orders that are unpaid again are <code>held</code> while nothing was handed over.',
      'Incidents have the new reasons <code>order_ended</code> and <code>order_unpaid</code>, for orders of which pieces were handed over.',
      'Held and accepted orders can be cancelled with <code>POST /api/sales/orders/{id}/cancel</code>. Orders have a <code>cancellationReason</code>, which the event <code>sales.order.cancelled</code> has as its <code>reason</code>.',
      'A bulk import changes orders that exist if the row has a later <code>modifiedAt</code>, and the <code>status</code> <code>cancelled</code> cancels them; until now such rows were skipped, and the word was only shown. Its result also has <code>updated</code> and <code>ambiguous</code>.',
      'Orders have a <code>paymentStatus</code>, lines with ids and kinds, shipping lines, discounts, refunds, taxes and an <code>adjustment</code> that says what these lack of the total; rows of an import may have them. <code>orderSettings</code> of a channel decide which payment statuses are fulfilled. Charges of sellers and revenue are the <code>keptAmount</code>. <code>GET /api/sales/orders/{id}/revisions</code> lists what changed. Lists show the first 50 lines of an order.',
      'What is owed to the seller of an order follows its whole life: refunds of returns and of the shop, and pieces that nobody will fulfil, are taken back once and on their day. <code>orderSettings.sellerEarnsWhen</code> and <code>sellerEarnsAfterDays</code> of a channel say when it is earned. Tariffs for goods have <code>commissions</code> and may have no rates. Settlements have <code>warnings</code>.',
      'Rules with the basis <code>period</code> settle charges that come late with the next period; lines of settlements have a <code>latePeriod</code>. They wait <code>billing.settlementWaitHours</code> after a period. <code>GET /api/billing/unsettled-charges</code> lists what no settlement has, and <code>/sums</code> adds it up by currency and age.',
      'Draft invoices follow orders that change after they were billed, and answer <code>ORDER_CHANGED</code> when they are issued before; for issued ones draft credit notes or further invoices are proposed. Lines have the rate that the shop charged.',
      'Taxes depend on the country of destination where the settings <code>billing.taxRatesByCountry</code> and <code>billing.taxRules</code> say so; without them nothing changes. Lines of invoices and credit notes have <code>taxCountry</code>, <code>oneStopShop</code>, <code>dispatchCountry</code> and <code>taxDoubt</code>, both have <code>taxes</code>, and invoices take <code>deliverTo</code>, <code>dispatchCountry</code> and the <code>supplyType</code> of lines. <code>recompute-taxes</code> decides on the taxes of a draft again, and <code>GET /api/billing/one-stop-shop/export</code> sums up a quarter.',
      'Goods that a tax category frees from tax as <code>intra_community</code> or <code>export</code> are refused with <code>INVOICE_INCOMPLETE</code> if the VAT id of the partner or the way of the goods contradicts it.',
      'Invoices and credit notes have <code>pricesIncludeTax</code>. It is true for those of orders, whose totals are what buyers pay: their tax is taken out of the prices, and was added to them until now. Requests that give lines can ask for it; <code>amount</code> of a line and <code>subtotal</code> are always without tax.',
      'Lines of orders have a <code>total</code>, and invoices and credit notes of orders bill lines at their exact totals.',
      'Orders of Shopify and WooCommerce have all of their parts, payments and refunds, those of Shopify in the currency in which the buyer paid. Lines that are no goods are not fulfilled, and <code>fulfilmentStatus</code> is <code>none</code> for an order without goods.',
      'Codes of countries must be codes of countries that exist. Refunds of returns are bounded by the total of their sales order.',
      'Bank statements can be CAMT.052. Entries of overlapping files are told apart by the other party, and files of different formats or columns for one account add each entry once. Amounts of CSVs that are written with another decimal separator than the mapping says are refused, rows of totals are left out, and mappings can name columns for <code>direction</code> and <code>status</code>.',
      'The last invoice of a recurring profile has a supply period that ends with the contract.',
      'The <code>subtotal</code> and the <code>taxTotal</code> of a bill must not be above its total.',
      'The subject of a charge, a watch and an ability check, and the target of conflicts, must be the URI of a kind of resource that exists.',
      'Reminders claim what issued credit notes leave, also before these are applied. Invoices over 0, and those that credit notes cover, do not fall due.',
      'Open items have <code>owedAmount</code> of each invoice and <code>creditToApply</code> of each currency. Their document shows what reminders claim, and what credit notes have beyond that as credit.',
      'A bank statement that is an MT940 is refused as such.',
      'Payment runs refuse partners and accounts outside SEPA, and have a <code>bankingDay</code>, on which banks pay what is to be paid on one of their closing days.',
      'Payments and credit notes have the number of their invoice in Belegfeld 1 of DATEV exports, and invoices the day of the supply and the VAT id of buyers in other member states.',
      'Members cannot change their address to one that <code>security.allowedEmailDomains</code> of their tenants excludes.',
      'Lines that were added to a settlement become charges when it is rejected.',
      'An order belongs to one of the channels that are connected to its shop; the others skip it. Channels that share a shop have the warning <code>SHOP_SHARED</code>.',
      'Prices have <code>includesTax</code> and channels <code>pricesIncludeTax</code>. A price is shown in shops of its kind only, and never converted.',
      'A publish sends what changed here, keeps what changed in the shop, and finds conflicts. Listings have the drift state <code>changed_in_shop</code>. Pieces that a shop sold in orders which are not imported yet are not offered again; <code>withheldQuantity</code> of an inventory plan counts them.',
      'Shops are not offered pieces that are promised to orders without a reservation, such as orders that are held or that lack stock; <code>unreservedQuantity</code> of an inventory plan counts them.',
      'A variant that left the push assortment of a channel is told to its shop as 0 once, unless <code>stock_after_removal</code> of the connectorConfig is <code>keep</code>; an inventory plan has the new action <code>withdraw</code>. Quantities are compared with each shop once a day. <code>backorder_policy</code> must be <code>deny</code> or <code>allow</code>, and without it and without a value of the setting <code>warehousing.backorderPolicy</code>, the choice of the shop stays.',
      'Codes of authenticator apps are also accepted one step ahead of the time.',
      'Imports refuse rows with numbers that a spreadsheet shortened, and, in a file that is UTF-8, rows with bytes that are none. Headers may be in other letters. Until rows are written, no import counts them as created.',
      'A parcel of an order that its shop refunded in full is not published. While the payment of an order is failed or voided, its parcels wait.',
      'Documents need the scope of the record that they show, such as <code>billing:invoice:read</code>, beside <code>document:document:read</code>; without it, they are not found, not listed and not sent along. The role <code>operations</code> reads those of shipping and fulfilment. What happens to a document is told to the roles that can read it.',
      'Pieces that somebody else sends are not sent from here: lines of orders have <code>fulfilledElsewhereQuantity</code> and <code>onHoldQuantity</code>, and rows of an import may have <code>fulfilments</code> and <code>fulfilledQuantity</code>. Orders that their shop has sent are accepted with nothing to send; until now they were <code>held</code>. Lines that are added after a custodian has begun have another fulfilment order, and cancelled ones are taken from it.',
      'Orders of shops without a delivery address are <code>held</code> until they have one. <code>fulfilment_location_ids</code> of a Shopify channel names the locations from which it sends.',
      '<code>syncSettings.statusFilters</code> of several kinds, such as <code>paid</code> and <code>unfulfilled</code> of Shopify, all have to fit; those of one kind are alternatives. The <code>trackingNumber</code> of a fulfilment in a shop has all of its numbers, joined by a comma.',
      'News of custodians that do not fit an order are incidents with the new reason <code>unexpected_news</code>, and nothing is sent again because of them. The fulfilment order says what does not fit in <code>mismatch</code>, and is handed over or closed short by people then. An order that a custodian closes without a parcel was sent, in a parcel without a number.',
      'Shipments have the new state <code>returned</code>, for parcels that are back at their sender and were not delivered. A lost parcel that is seen later moves again, and its events are told once more. Cancelled shipments can be restored by their custodian.',
      'Lines of orders have an <code>externalVariantId</code>, and what the channel has linked with it is sent. If their SKU names another variant, the order waits with the new incident reason <code>ambiguous_variant</code>; <code>variantId</code> of a line of <code>POST /api/fulfilment/orders</code> chooses. The <code>shopState</code> of a listing can be <code>missing</code>; listings have <code>alsoSoldAs</code> and <code>sale</code>, and rows of the catalog plan have <code>warnings</code>. Changed words of a description keep the formatting of the shop.',
      'Posting texts of DATEV exports that a spreadsheet takes for a formula begin with an apostrophe.',
    ],
  },
  {
    date: '2026-11-25',
    changes: [
      'Amounts have the decimals of ISO 4217, whatever a locale usually shows: two for HUF, IDR and COP, three for IQD. Withdrawn currencies such as HRK and BGN are accepted for records of the past only.',
      'Rules with the basis <code>per_job</code> settle what tariffs charged for a fulfilment order when it is over.',
      'Numbers of invoices, credit notes and returns contain the code of their sales channel if their pattern has <code>{channel}</code>. Series with equal patterns are numbered on their own.',
      'Webhooks of a channel import a new order only if it fits <code>syncSettings.statusFilters</code>, as a sync does. An order that cannot be read from its shop at that moment is tried again for about three days.',
      'A missing permission no longer stops the import of orders; it fails what needed the permission.',
      'An order that cannot be read, such as one with a number beyond 2<sup>53</sup>, fails alone in a bulk import.',
      '<code>detect-conflicts</code> answers 409 for a channel that is paused or whose credentials are refused, and <code>accept_mine</code> for one whose catalog cannot be published.',
      'A failed call of a custodian is answered as one of a shop: 504 if it took too long, and 409 if the deployment lacks the account of the provider. Disconnecting a disconnected custodian changes nothing.',
      'A request with an <code>Idempotency-Key</code> that calls others is answered with 409 <code>IDEMPOTENCY_IN_PROGRESS</code> while the same request is still being worked on.',
      'In tenants with <code>security.stepUp</code>, finishing the wizard of a custodian needs a recent second factor.',
      'Another account is linked only if it has the present address of an account, and at most twenty are. Undoing a change of the address unlinks what was linked since. A reset of the password ends a change of the address that is not confirmed yet.',
      'Registering an address again that was never verified replaces the password and the name, and earlier verification mails stop working.',
      'Notifications are removed a year after they were created, and read ones after half a year.',
      '<code>POST /api/auth/can</code> knows all kinds of resources that have a URI.',
      'Several mistakes of a bill, charge, invoice, settlement or recurring profile are reported at once.',
    ],
  },
  {
    date: '2026-11-23',
    changes: [
      'Programs call the API as service accounts, with scopes, an expiry and networks of their own (<code>/api/iam/service-accounts</code>). They get access tokens at <code>POST /api/v1/iam/auth/token</code>, the client credentials grant of OAuth 2.0.',
      'Accounts can have second factors: authenticator apps, recovery codes and passkeys (<code>/api/iam/mfa</code>). Signing in to such an account returns an <code>mfaToken</code> instead of tokens. Tenants can require a second factor, and a proof from the last minutes for dangerous operations.',
      'E-mail addresses and passwords can be changed, tenants renamed and handed over to another owner.',
      'Events are sent to several webhook endpoints with topics, conditions and a log of their own (<code>/api/notification/webhook-endpoints</code>), signed by Standard Webhooks. Deliveries can be sent again. The address in the settings is the first endpoint.',
      'Service accounts publish events of other systems with <code>POST /api/notification/events</code>.',
      'Files are uploaded in parts to signed URLs (<code>/api/storage/files</code>), checked, and attached to invoices, credit notes, bills and shipments. The logo of documents is one of them, <code>PUT /api/storage/logo</code>; the setting <code>general.logoUrl</code> has no effect any more.',
      'The audit trail says who changed what, when and from where (<code>/api/audit/entries</code>).',
      '<code>@entrepot/client</code> is a TypeScript client with a method for each operation. The reference has its samples.',
      'Payments are recorded, allocated, reversed and refunded (<code>/api/billing/payments</code>). Bank statements are imported, and their entries matched with what they pay.',
      'Bills of partners are reviewed, approved, scheduled, disputed and paid, and payment runs write the file for the bank (<code>/api/billing/payment-runs</code>).',
      'Drafts of invoices and credit notes can be changed and deleted. Operations with the query parameter <code>dryRun</code> can be tried. Invoices and credit notes are checked before they are issued, so issuing can be refused for values that were accepted before.',
      'Invoices and credit notes can be downloaded as XRechnung, Peppol, EN 16931 and Factur-X. Reminders of due invoices have levels and fees, and can be stopped and resumed.',
      'Lists are exported as CSV or JSON Lines and posting batches for DATEV. Partners, products, stock and prices are imported from CSV (<code>/api/data-exchange/imports</code>).',
      'Orders have a <code>serviceLevel</code>, the shipping method that the customer chose in the shop. Imports take it, and routing rules can refer to it.',
      'Routing rules by <code>weightGrams</code> also count variants with the attribute <code>weightKg</code>.',
      '<code>PUT …/connection-config</code> takes the <code>webhookSecret</code> of custodians that the wizard connected, so that webhooks of Flexport and bol are accepted.',
      'Without the capability <code>cancel_order</code>, a custodian is not asked to cancel what it has. Custodians of the type <code>internal</code> can no longer enable <code>list_inventory</code>, <code>push_inventory</code> and <code>label_generation</code>, which had no effect.',
      'In tenants with <code>security.stepUp</code>, more operations need a recent second factor: making and widening service accounts and adding keys, webhook endpoints and their secrets, submitting and confirming payment runs, and exporting the audit trail.',
      'Members that say who did something, such as <code>approvedBy</code>, have the kind of actor beside them: <code>approvedByType</code> is <code>person</code>, <code>service_account</code> or null.',
      'The audit trail has tokens of service accounts, issued and refused, and the new actions <code>replay</code>, <code>test</code> and <code>publish</code>.',
      '<code>GET /api/iam/account/data</code> gives a person a copy of the own data, and <code>GET /api/iam/account/data/{tenantId}</code> what a tenant holds, with the entries of its audit trail by and about the person.',
      'Settings of security, the bank account and four eyes are changed by persons only.',
      '<code>GET /api/billing/ledger/export</code> exports the entries of the ledger, with the scope <code>billing:ledger:read</code>.',
      'Reminders in levels attach a statement of open items beside the invoice. <code>POST /api/billing/partners/{partnerId}/open-items/render</code> renders the same, as a document of the new type <code>open_items</code>. Open invoices in open items have <code>issuedAt</code>.',
    ],
  },
  {
    date: '2026-11-22',
    changes: [
      '<code>GET /health</code> and <code>GET /health/ready</code> tell whether the API runs and whether it can work.',
      'Orders are fulfilled: policies choose custodians, which work fulfilment orders, and incidents are resolved (<code>/api/fulfilment/orders</code>).',
      'Parcels are shipments with labels, delivery notes and a page that buyers see (<code>/api/shipping/shipments</code>). Returns are authorized, received and resolved (<code>/api/fulfilment/returns</code>).',
      'Tariffs charge partners for fulfilment (<code>/api/billing/tariffs</code>).',
      'Stock is corrected by <code>POST /api/inventory/stock-items/{id}/correct</code>. <code>PATCH</code> of a stock item sets no quantities any more, and <code>reserved</code> is never set from outside.',
      'A member gets one message of a topic at once and further ones as a digest. The setting <code>notifications.digestWindow</code> turns digests off.',
      'Testing the connection of ShipBob, ShipHero and EasyPost calls the provider.',
    ],
  },
  {
    date: '2026-11-21',
    changes: [
      'Version 1.0.0: identity, partners, custodians, catalog, sales channels, billing, documents and notifications.',
    ],
  },
]

const renderRelease = ({ date, changes }: Release) => `<section>
<h2>${date}</h2>
<ul>
${changes.map((each) => `<li>${each}</li>`).join('\n')}
</ul>
</section>`

export const CHANGELOG_PAGE: File = {
  type: HTML,
  cacheSeconds: 300,
  content: layout(
    'Changelog - Entrepot',
    '',
    `<main class="page">
<h1>Changelog</h1>
<h2>Rules of change</h2>
<p>These changes can come at any time, so a client has to accept them: new operations, new optional members of requests, new
members of answers and events, new values of an enumeration in an answer, new topics, and other texts of
<code>detail</code>.</p>
<p>Every other change is announced here first. An operation that will end keeps working for at least six months. Until then its
answers have three headers: <code>Deprecation</code> (RFC 9745) has the time since which it should not be used,
<code>Sunset</code> (RFC 8594) has the time at which it ends, and <code>Link</code> leads to this page. The reference marks it
as deprecated and names what replaces it.</p>
<p>A change that cannot be made in this way gets a new version in the path, beside the present one.</p>
${RELEASES.map(renderRelease).join('\n')}
</main>`,
  ),
}
