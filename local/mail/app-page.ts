import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { escapeAttribute, escapeText } from '../../lib/platform/html.ts'

interface Field {
  name: string
  label: string
  type: 'text' | 'password'
  optional?: boolean
}

interface Step {
  title: string
  operation: string
  /** Fields that the person fills in. */
  fields?: readonly Field[]
  done: string
}

/** Steps behind the links in mails, which an application would show. */
const STEPS: Record<string, Step> = {
  '/verify-email': {
    title: 'Confirm your e-mail address',
    operation: 'verify-email',
    done: 'The address is confirmed. You can sign in now.',
  },
  '/confirm-email-change': {
    title: 'Confirm your new e-mail address',
    operation: 'email-change/confirm',
    done: 'The address is confirmed. Sign in with it from now on.',
  },
  '/undo-email-change': {
    title: 'Keep your e-mail address',
    operation: 'email-change/undo',
    done: 'Your address stays as it was, and all sessions have ended. Request a password reset to sign in.',
  },
  '/reset-password': {
    title: 'Choose a new password',
    operation: 'reset-password',
    fields: [{ name: 'newPassword', label: 'New password', type: 'password' }],
    done: 'The password is changed, and all sessions have ended.',
  },
  '/accept-invitation': {
    title: 'Accept the invitation',
    operation: 'accept-invitation',
    fields: [
      { name: 'firstName', label: 'First name, if the address has no account yet', type: 'text', optional: true },
      { name: 'password', label: 'Password, if the address has no account yet', type: 'password', optional: true },
    ],
    done: 'You are a member now. Sign in, or select the tenant.',
  },
}

const renderPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1rem; color: #1c2530 }
  input, button { font: inherit; padding: .6rem 1rem; border-radius: 8px; border: 1px solid #9aa5b1 }
  button { background: #14507d; color: #fff; border: 0; cursor: pointer }
  small { color: #515c69 }
</style>
<h1>${title}</h1>
${content}
<p><small>This page stands in for an application. Set APP_URL to change where links in mails lead.</small></p>
</html>`

const renderField = ({ name, label, type, optional }: Field) =>
  `<p><label>${label}<br><input type="${type}" name="${name}"${optional ? '' : ' required'}${type === 'password' ? ' minlength="8" autocomplete="new-password"' : ''}></label></p>`

const renderForm = ({ fields = [] }: Step, token: string) => `<form method="post">
<input type="hidden" name="token" value="${escapeAttribute(token)}">
${fields.map(renderField).join('\n')}
<p><button>Confirm</button></p>
</form>`

interface Refusal {
  detail: string
  violations?: { propertyPath: string; message: string }[]
}

const submitStep = async ({ operation, done }: Step, request: IncomingMessage, api: string) => {
  const given = [...new URLSearchParams(await text(request))]
  const fields = Object.fromEntries(given.filter(([, value]) => value))
  const answer = await fetch(`${api}/api/v1/iam/auth/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  if (answer.ok) return `<p>${done}</p>`
  const { detail, violations } = (await answer.json()) as Refusal
  const reasons = violations?.map(({ propertyPath, message }) => `The ${propertyPath} ${message}.`) ?? [detail]
  return `<p>${escapeText(reasons.join(' '))}</p>`
}

/** Shows and submits the step behind a link in a mail; returns false if the path is no such step. */
export const answerAppPage = async (request: IncomingMessage, url: URL, api: string, response: ServerResponse) => {
  const step = STEPS[url.pathname]
  if (!step) return false
  const content =
    request.method === 'POST'
      ? await submitStep(step, request, api)
      : renderForm(step, url.searchParams.get('token') ?? '')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'referrer-policy': 'no-referrer',
  })
  response.end(renderPage(step.title, content))
  return true
}
