import { escapeText } from '../../html.ts'
import { type ErrorCode, getProblemType, PROBLEMS } from '../../problem.ts'
import type { File } from '../file.ts'
import { makeProblemExample } from '../openapi/describe-problems.ts'
import { PROBLEM_TEXTS } from '../openapi/problem-texts.ts'

export const HTML = 'text/html; charset=utf-8'

export const layout = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<link rel="icon" type="image/png" href="/api/docs/assets/favicon-32x32.png">
${head}<link rel="stylesheet" href="/api/docs/assets/reference.css">
</head>
<body>
<header class="bar"><div>
<a class="name" href="/api/docs">Entrepot</a><span>API reference</span>
<a class="right" href="/api/docs/openapi.json">OpenAPI 3.1</a>
</div></header>
${body}
</body>
</html>
`

export const REFERENCE_PAGE: File = {
  type: HTML,
  cacheSeconds: 0,
  content: layout(
    'Entrepot API reference',
    '<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">\n',
    `<main id="reference">
<noscript><div class="page"><p>This page needs JavaScript. Its content is also in
<a href="/api/docs/openapi.json">openapi.json</a>.</p></div></noscript>
</main>
<script src="/api/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/assets/reference.js" defer></script>`,
  ),
}

/** Returns the content security policy of a page. Swagger UI draws its icons from data URLs and calls the API. */
export const pagePolicy = (apiUrl: string): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})

const renderProblemPage = (code: ErrorCode): File => {
  const [status, title] = PROBLEMS[code]
  const { when, remedy } = PROBLEM_TEXTS[code]
  return {
    type: HTML,
    cacheSeconds: 3600,
    content: layout(
      `${title} - Entrepot`,
      '',
      `<main class="page">
<h1>${escapeText(title)}</h1>
<p class="status">Status ${status}, errorCode <code>${code}</code></p>
<h2>When it happens</h2>
<p>${escapeText(when)}</p>
<h2>What to do</h2>
<p>${escapeText(remedy)}</p>
<h2>Example</h2>
<pre>${escapeText(JSON.stringify(makeProblemExample(code), null, 2))}</pre>
</main>`,
    ),
  }
}

const pages = new Map<string, File>()

/** Finds the page about a problem type by the last segment of the type's address. */
export const findProblemPage = (slug: string): File | undefined => {
  const code = (Object.keys(PROBLEMS) as ErrorCode[]).find((each) => getProblemType(each) === `/errors/${slug}`)
  if (!code) return undefined
  const page = pages.get(slug) ?? renderProblemPage(code)
  pages.set(slug, page)
  return page
}
