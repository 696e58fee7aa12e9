import { type ErrorCode, getProblemType, PROBLEMS } from '../../problem.ts'
import type { File } from '../file.ts'
import { makeProblemExample } from '../openapi/describe-problems.ts'
import { PROBLEM_TEXTS } from '../openapi/problem-texts.ts'

export const HTML = 'text/html; charset=utf-8'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const layout = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
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
  keptSeconds: 0,
  content: layout(
    'Entrepot API reference',
    '<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">\n',
    `<main id="reference">
<noscript><div class="page"><p>The reference needs scripts; its content is also in
<a href="/api/docs/openapi.json">openapi.json</a>.</p></div></noscript>
</main>
<script src="/api/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/assets/reference.js" defer></script>`,
  ),
}

/** What a page may load: itself only. Swagger UI draws its icons from data, and calls the API where it is published. */
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
    keptSeconds: 3600,
    content: layout(
      `${title} - Entrepot`,
      '',
      `<main class="page">
<h1>${escapeHtml(title)}</h1>
<p class="status">Status ${status}, errorCode <code>${code}</code></p>
<h2>When</h2>
<p>${escapeHtml(when)}</p>
<h2>What to do</h2>
<p>${escapeHtml(remedy)}</p>
<h2>What it looks like</h2>
<pre>${escapeHtml(JSON.stringify(makeProblemExample(code), null, 2))}</pre>
</main>`,
    ),
  }
}

const pages = new Map<string, File>()

/** The page about a kind of problem, by the last part of its type. */
export const findProblemPage = (slug: string): File | undefined => {
  const code = (Object.keys(PROBLEMS) as ErrorCode[]).find((each) => getProblemType(each) === `/errors/${slug}`)
  if (!code) return undefined
  const page = pages.get(slug) ?? renderProblemPage(code)
  pages.set(slug, page)
  return page
}
