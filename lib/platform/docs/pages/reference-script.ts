export const REFERENCE_SCRIPT = `
window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: '/api/docs/openapi.json',
    dom_id: '#reference',
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    persistAuthorization: true,
    validatorUrl: null,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    defaultModelRendering: 'example',
    displayRequestDuration: true,
    filter: true,
    syntaxHighlight: { theme: 'nord' },
  })
})
`.trimStart()
