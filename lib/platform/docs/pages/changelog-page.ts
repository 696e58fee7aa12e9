import type { File } from '../file.ts'
import { HTML, layout } from './pages.ts'

interface Release {
  date: string
  changes: readonly string[]
}

/** Changes that integrators notice, newest first. */
const RELEASES: readonly Release[] = [
  {
    date: '2026-11-23',
    changes: [
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
      'Orders are fulfilled: policies, fulfilment orders, incidents, shipments, returns and tariffs are new.',
      'Stock is corrected by <code>POST /api/inventory/stock-items/{id}/correct</code>. <code>PATCH</code> of a stock item sets no quantities any more, and <code>reserved</code> is never set from outside.',
      'A member gets one message of a topic at once and further ones as a digest. The setting <code>notifications.digestWindow</code> turns digests off.',
      'The logo of documents is an uploaded file, <code>PUT /api/storage/logo</code>. The setting <code>general.logoUrl</code> has no effect any more.',
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
