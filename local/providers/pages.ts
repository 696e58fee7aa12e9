import { escapeAttribute, escapeText } from '../../lib/platform/html.ts'
import { BOL } from './bol.ts'

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto; padding: 0 1rem; color: #1c2530 }
  button { font: inherit; padding: .6rem 1.4rem; border-radius: 8px; background: #14507d; color: #fff; border: 0; cursor: pointer }
  pre { background: #eef2f5; padding: 1rem; border-radius: 8px; overflow: auto }
  small { color: #515c69 }
</style>
<h1>${title}</h1>
${content}
</html>`

const hidden = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`)
    .join('\n')

/** The page on which the provider asks the seller. */
export const consentPage = (provider: string, query: URLSearchParams): string =>
  page(
    `Connect with ${provider}`,
    `<p>Entrepot asks to act for your account. This page stands in for the one of ${provider}.</p>
<form>
${hidden(query)}
<p><button name="approve" value="yes" autofocus>Approve</button></p>
</form>`,
  )

/** The page to which the browser of an application returns. */
export const callbackPage = (query: URLSearchParams): string => {
  const code = query.get('code') ?? query.get('spapi_oauth_code') ?? ''
  const seller = query.get('selling_partner_id')
  const body = {
    custodianId: 'the custodian of auth-start',
    state: query.get('state') ?? '',
    code,
    ...(seller && { credentials: { sellingPartnerId: seller } }),
  }
  return page(
    'Approved',
    `<p>An application would now finish the wizard by sending this to <code>auth-callback</code>:</p>
<pre>${escapeText(JSON.stringify(body, null, 2))}</pre>`,
  )
}

/** The page from which an application reads the tokens. */
export const signedInPage = (): string =>
  page(
    'Back at the application',
    `<p>An application takes this from the fragment of its address, compares <code>state</code> and goes on with the tokens:</p>
<pre></pre>
<script>
  const told = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  document.querySelector('pre').textContent = JSON.stringify(told, null, 2)
</script>`,
  )

export const startPage = (): string =>
  page(
    'Providers',
    `<p><a href="/sign-in">Sign in with OpenID Connect</a>: the kind <code>oidc</code> of external sign-in, at a provider that takes
any name and any password.</p>
<p>Here are also the pages and APIs of the companies that the custodian wizard connects with, so that it can be tried
without an account at any of them. <code>auth-start</code> gives the address of the page to approve on.</p>
<p>The keys of the retailer, for <code>retailer_fbb</code>:</p>
<pre>${escapeText(JSON.stringify(BOL, null, 2))}</pre>`,
  )
