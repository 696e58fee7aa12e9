import { escapeAttribute, escapeText } from '../platform/html.ts'
import type { FieldName } from './steps.ts'
import type { StepWords } from './words/step-words.ts'

interface Field {
  label: keyof StepWords
  hint?: keyof StepWords
  /** Attributes of the input. */
  input: string
}

const NEW_PASSWORD = 'type="password" autocomplete="new-password" minlength="8" maxlength="256" required'

const FIELDS: Readonly<Record<FieldName | 'currentPassword' | 'code', Field>> = {
  email: { label: 'email', input: 'type="email" autocomplete="username" maxlength="254" required' },
  password: { label: 'password', hint: 'passwordRules', input: NEW_PASSWORD },
  newPassword: { label: 'newPassword', hint: 'passwordRules', input: NEW_PASSWORD },
  firstName: { label: 'firstName', input: 'autocomplete="given-name" maxlength="100" required' },
  company: { label: 'company', input: 'autocomplete="organization" maxlength="255"' },
  currentPassword: {
    label: 'password',
    input: 'type="password" autocomplete="current-password" maxlength="256" required',
  },
  code: { label: 'code', input: 'autocomplete="one-time-code" maxlength="64" required' },
}

const toShownName = (name: keyof typeof FIELDS) => (name === 'currentPassword' ? 'password' : name)

/** Renders a labelled field with room for its hint and for what is wrong with it. */
export const renderField = (name: keyof typeof FIELDS, words: StepWords): string => {
  const { label, hint, input } = FIELDS[name]
  const shown = toShownName(name)
  const about = [...(hint ? [`${shown}-hint`] : []), `${shown}-wrong`].join(' ')
  const isPassword = input.includes('type="password"')
  return `<div class="field">
<label for="${shown}">${escapeText(words[label])}</label>
<input id="${shown}" name="${shown}" ${input} aria-describedby="${about}">
${hint ? `<p class="hint" id="${shown}-hint">${escapeText(words[hint])}</p>\n` : ''}<p class="wrong" id="${shown}-wrong" lang="en"></p>
${isPassword ? `<label class="reveal"><input type="checkbox" data-reveals="${shown}">${escapeText(words.showPassword)}</label>\n` : ''}</div>`
}

/** Renders a link as a button. */
export const renderButtonLink = (href: string, text: string): string =>
  `<p><a class="button" href="${escapeAttribute(href)}">${escapeText(text)}</a></p>`
