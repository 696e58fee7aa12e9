import { FORM_SCRIPT } from './form-script.ts'
import { MEMBER_SCRIPT } from './member-script.ts'
import { RECORD_SCRIPT } from './record-script.ts'
import { SESSION_SCRIPT } from './session-script.ts'
import { SIGN_IN_SCRIPT } from './sign-in-script.ts'
import { STEP_SCRIPT } from './step-script.ts'
import { makeValueScript } from './value-script.ts'
import { VIEW_SCRIPT } from './view-script.ts'

/** Script of the pages on which nobody signs in. */
export const STEP_PAGE_SCRIPT = FORM_SCRIPT + STEP_SCRIPT

/** Makes the script of the pages that show something after signing in. */
export const makeRecordPageScript = (): string =>
  FORM_SCRIPT + SESSION_SCRIPT + SIGN_IN_SCRIPT + makeValueScript() + MEMBER_SCRIPT + RECORD_SCRIPT + VIEW_SCRIPT
