import { EXTERNAL_KINDS } from '../../schemas/iam/external.ts'
import { WIZARD_PROVIDERS } from '../../schemas/warehousing/wizard.ts'
import { matchReturnUri } from '../iam/external/return-uri.ts'
import type { Config } from '../platform/app/config.ts'
import { escapeAttribute, escapeText } from '../platform/html.ts'
import type { Reply } from '../platform/http/endpoint.ts'
import { chooseStepLanguage } from './choose-step-language.ts'
import { PAGE_GROUPS } from './kinds/page-kinds.ts'
import { renderField } from './render-fields.ts'
import { replyPage } from './reply-page.ts'
import type { StepWords } from './words/step-words.ts'

type Given = Pick<Config, 'publicUrl' | 'signIn' | 'signInReturnUris'>

/** Names a provider by the host of its address, as people know it. */
const nameProvider = (json: string): string => {
  try {
    const { issuer, authorizationUrl, metadataUrl } = JSON.parse(json)
    return new URL(issuer ?? authorizationUrl ?? metadataUrl).host
  } catch {
    return ''
  }
}

/** Lists the providers with which this deployment signs people in, if they may send the browser back to this page. */
const listProviders = ({ publicUrl, signIn, signInReturnUris }: Given) =>
  matchReturnUri(`${publicUrl}/sign-in`, signInReturnUris)
    ? EXTERNAL_KINDS.map((kind) => ({ kind, name: nameProvider(signIn[kind]) })).filter(({ name }) => name)
    : []

const renderSignIn = (words: StepWords, config: Given) => `<section class="card narrow" id="sign-in" hidden>
<h1>${escapeText(words.signIn)}</h1>
<form>
<fieldset data-step="credentials" data-title="${escapeAttribute(words.signIn)}" data-button="${escapeAttribute(words.signIn)}">
${renderField('email', words)}
${renderField('currentPassword', words)}
</fieldset>
<fieldset data-step="factor" data-title="${escapeAttribute(words.factorTitle)}" data-button="${escapeAttribute(words.goOn)}" hidden disabled>
<button type="button" class="other" id="passkey" hidden>${escapeText(words.usePasskey)}</button>
${renderField('code', words)}
</fieldset>
<fieldset data-step="tenant" data-title="${escapeAttribute(words.tenantTitle)}" data-button="${escapeAttribute(words.goOn)}" hidden disabled>
<div class="field"><label for="tenant">${escapeText(words.tenant)}</label><select id="tenant" name="tenant" required></select></div>
</fieldset>
<p class="failure" role="alert"></p>
<p><button type="submit">${escapeText(words.signIn)}</button></p>
</form>
<p class="others" data-only="factor tenant" hidden><button type="button" class="plain" id="start-over">${escapeText(words.otherAccount)}</button></p>
<div class="below" data-only="credentials">
${listProviders(config)
  .map(
    ({ kind, name }) =>
      `<button type="button" class="other" data-provider="${kind}">${escapeText(words.signInWith.replace('{name}', () => name))}</button>`,
  )
  .join('\n')}
<ul class="others">
<li><a href="/request-password-reset">${escapeText(words.forgotPassword)}</a></li>
<li><a href="/register">${escapeText(words.createAccount)}</a></li>
<li><a href="/resend-verification">${escapeText(words.noVerification)}</a></li>
</ul>
</div>
</section>`

const renderActions = (words: StepWords) => `<span id="who" hidden>
<select id="tenants" aria-label="${escapeAttribute(words.tenant)}" hidden></select>
<button type="button" id="sign-out">${escapeText(words.signOut)}</button>
</span>`

const WIZARD = `<template id="wizard"><form>
<p>The provider has given access. Choose the custodian for which you asked, and finish.</p>
<div class="field"><label for="custodian">Custodian</label><select id="custodian" name="custodian" required></select></div>
<p class="failure" role="alert"></p>
<p><button type="submit">Connect</button></p>
</form></template>`

/**
 * Answers with the page that signs its reader in and then shows what the API has at its path. The page itself holds
 * nothing of any tenant.
 */
export const replyRecordPage = async (config: Given, acceptLanguage: string | undefined): Promise<Reply> => {
  const language = chooseStepLanguage(acceptLanguage)
  const { words } = language
  const { unreachable, failed, tooMany, signInRefused, signInForeign, code, recoveryCode } = words
  return await replyPage({
    language,
    title: words.signIn,
    script: 'record.js',
    data: {
      words: { unreachable, failed, tooMany, signInRefused, signInForeign, code, recoveryCode },
      groups: PAGE_GROUPS,
      wizards: WIZARD_PROVIDERS,
    },
    actions: renderActions(words),
    main: `${renderSignIn(words, config)}
<div id="view" lang="en" dir="ltr" hidden></div>
${WIZARD}`,
  })
}
