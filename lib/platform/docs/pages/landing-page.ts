import type { File } from '../file.ts'
import { HTML, layout } from './pages.ts'

const CARDS = [
  [
    '/api/docs',
    'Reference',
    'Read every operation, sign in and try it, and copy samples for curl, TypeScript, JavaScript and Python.',
  ],
  ['/api/docs/topics', 'Topics', 'Events of which members are notified and webhooks are sent, with their variables.'],
  ['/api/docs/openapi.json', 'OpenAPI 3.1', 'The same as the reference, for generators of clients.'],
  ['/api/docs/changelog', 'Changelog', 'Changes of this API, and the rules by which it changes.'],
  ['/health/ready', 'Health', 'Tells whether the API can work at this moment.'],
]

const renderCard = ([href, title, text]: string[]) => `<li><a href="${href}"><b>${title}</b>${text}</a></li>`

export const LANDING_PAGE: File = {
  type: HTML,
  cacheSeconds: 300,
  content: layout(
    'Entrepot',
    '<script src="/api/docs/assets/landing.js"></script>\n',
    `<main class="page">
<h1>Entrepot</h1>
<p>Commerce and order fulfilment for many tenants: sales channels and their orders, the stock of custodians and the parcels
that they send, and the invoices and settlements that follow.</p>
<p><a href="/sign-in">Sign in</a> or <a href="/register">create an account</a>.</p>
<ul class="cards">
${CARDS.map(renderCard).join('\n')}
</ul>
<h2>The first request</h2>
<p>Sign in, and send the access token with every other request. It is valid for 15 minutes.</p>
<pre>curl -s -X POST "$API/api/v1/iam/auth/login" -H 'content-type: application/json' \\
  -d '{"email": "you@example.com", "password": "your password"}'

curl -s "$API/api/iam/tenants" -H "authorization: Bearer $TOKEN"</pre>
</main>`,
  ),
}
