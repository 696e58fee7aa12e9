import { afterEach, expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { selectShare } from '../support/select-share.ts'
import { describeAnswer } from './presented.ts'
import { invent, makePresented, NAMED_PLACES } from './presenting.ts'

/** Starts of a second and the time that a test takes may lie in between. */
const MARGIN_SECONDS = 8

/** These outlast the recent sign-in that confirming a factor needs; `tests/iam/mfa.test.ts` tries their end. */
const ENDS_AFTER_SIGN_IN = ['confirmTotp.enrolment', 'confirmPasskey.enrolment']

let before = app()
afterEach(() => useApp(before))

test.each(
  selectShare(
    NAMED_PLACES.filter(({ name, seconds }) => seconds && !ENDS_AFTER_SIGN_IN.includes(name)),
    1 / 4,
  ),
)('$name is accepted until its time is over', async (place) => {
  const { seconds = 0 } = place
  const { credential, present } = await makePresented(place)
  before = app()
  const made = before.clock().getTime()
  const stopClock = (after: number) => useApp({ ...before, clock: () => new Date(made + after * 1000) })
  const unknown = describeAnswer(await present(invent(credential)))
  stopClock(seconds)
  const late = await present(credential)
  expect([unknown, '401 TOKEN_EXPIRED']).toContain(describeAnswer(late))
  stopClock(seconds - MARGIN_SECONDS)
  expect(describeAnswer(await present(credential))).not.toBe(unknown)
})
