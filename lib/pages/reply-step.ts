import { escapeText } from '../platform/html.ts'
import type { Reply } from '../platform/http/endpoint.ts'
import { chooseStepLanguage } from './choose-step-language.ts'
import { renderButtonLink, renderField } from './render-fields.ts'
import { replyPage } from './reply-page.ts'
import { STEPS, type Step, type StepName } from './steps.ts'
import type { StepWords } from './words/step-words.ts'

/** The texts of the links that lead from a step to the next page. */
const NEXT = {
  'sign-in': 'signIn',
  'request-password-reset': 'choosePassword',
  'resend-verification': 'resendTitle',
} as const satisfies Readonly<Record<string, keyof StepWords>>

const renderNext = (next: keyof typeof NEXT | null, words: StepWords) =>
  next ? renderButtonLink(`/${next}`, words[NEXT[next]]) : ''

const renderForm = ({ text, button, fields = [], later, signIn }: Step, words: StepWords) => `<div id="ask" hidden>
<p>${escapeText(words[text])}</p>
<form>
${fields.map((name) => renderField(name, words)).join('\n')}
${
  later
    ? `<fieldset id="later" hidden disabled>
<p tabindex="-1">${escapeText(words[later.text])}</p>
${later.fields.map((name) => renderField(name, words)).join('\n')}
</fieldset>`
    : ''
}
<p class="failure" role="alert"></p>
<p><button type="submit">${escapeText(words[button])}</button></p>
</form>
${signIn ? `<p class="others"><a href="/sign-in">${escapeText(words[signIn])}</a></p>` : ''}
</div>`

const renderDone = ({ done }: Step, words: StepWords) => `<div id="done" tabindex="-1" hidden>
<h1 class="good">${escapeText(words[done.title])}</h1>
<p class="told">${escapeText(words[done.text])}</p>
${
  done.next === 'resend-verification'
    ? `<p><a href="/resend-verification">${escapeText(words.noVerification)}</a></p>`
    : renderNext(done.next, words)
}
</div>`

const renderOver = ({ over }: Step, words: StepWords) =>
  over
    ? `<div id="over" tabindex="-1" hidden>
<h1>${escapeText(words.linkOver)}</h1>
<p>${escapeText(words.linkOverText)} ${escapeText(words[over.text])}</p>
${renderNext(over.next, words)}
${over.next === 'resend-verification' ? `<p><a href="/sign-in">${escapeText(words.signIn)}</a></p>` : ''}
</div>`
    : ''

/**
 * Answers with the page of a step. The page is the same for every token, which the script reads from the address, so
 * looking at the page does nothing: programs that check mails open their links too.
 */
export const replyStep = async (name: StepName, acceptLanguage: string | undefined): Promise<Reply> => {
  const step: Step = STEPS[name]
  const language = chooseStepLanguage(acceptLanguage)
  const { words } = language
  const { unreachable, failed, tooMany } = words
  const { operation, hasToken } = step
  return await replyPage({
    language,
    title: words[step.title],
    script: 'step.js',
    data: { words: { unreachable, failed, tooMany }, step: { operation, hasToken } },
    main: `<section class="card narrow">
<h1 id="title">${escapeText(words[step.title])}</h1>
${renderForm(step, words)}
${renderDone(step, words)}
${renderOver(step, words)}
</section>`,
  })
}
