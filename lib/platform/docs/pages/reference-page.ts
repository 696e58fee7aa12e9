import { makeOnce } from '../../make-once.ts'
import type { File } from '../file.ts'
import { addressAsset } from './assets.ts'
import { HTML, layout } from './pages.ts'
import { renderShell } from './render-shell.ts'

const SIGN_IN = `<dialog aria-labelledby="sign-in-title"><form method="dialog">
<h2 id="sign-in-title">Sign in</h2>
<fieldset class="password">
<label>E-mail address<input name="email" type="email" autocomplete="username" required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<p class="demo" hidden>The demo tenant of this machine is filled in.</p>
</fieldset>
<fieldset class="factor" hidden disabled>
<label>Code of your authenticator app, or a recovery code<input name="code" autocomplete="one-time-code" maxlength="64" required></label>
</fieldset>
<fieldset class="tenant" hidden disabled>
<label>Tenant<select name="tenant" required></select></label>
</fieldset>
<p class="failure" role="alert"></p>
<div class="buttons"><button type="button" class="cancel">Cancel</button><button type="submit">Sign in</button></div>
</form></dialog>`

const ACTIONS = `<button type="button" class="signed-in" hidden></button><button type="button" class="sign-in">Sign in</button>
`

/** Renders the page of the reference. Its shell is there at once; the component comes after it was painted. */
export const renderReferencePage = makeOnce(async (): Promise<File> => {
  const [component, script, shell] = await Promise.all([
    addressAsset('component.js'),
    addressAsset('reference.js'),
    renderShell(),
  ])
  const content = layout(
    'Entrepot API reference',
    `<link rel="preload" as="script" href="${component}">
<link rel="preload" as="fetch" href="/api/docs/assets/reference.json" crossorigin>
`,
    `${shell}
<div id="reference"></div>
<noscript><div class="page"><p>The operations need JavaScript. They are also in
<a href="/api/docs/openapi.json">openapi.json</a>.</p></div></noscript>
${SIGN_IN}
<script src="${script}" data-component="${component}" defer></script>`,
    ACTIONS,
  )
  return { type: HTML, cacheSeconds: 0, content }
})
