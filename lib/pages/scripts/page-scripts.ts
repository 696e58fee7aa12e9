import { FORM_SCRIPT } from './form-script.ts'
import { RECORD_SCRIPT } from './record-script.ts'
import { SESSION_SCRIPT } from './session-script.ts'
import { SIGN_IN_SCRIPT } from './sign-in-script.ts'
import { STEP_SCRIPT } from './step-script.ts'
import { VALUE_SCRIPT } from './value-script.ts'
import { VIEW_SCRIPT } from './view-script.ts'

/** Script of the pages on which nobody signs in. */
export const STEP_PAGE_SCRIPT = FORM_SCRIPT + STEP_SCRIPT

/** Script of the pages that show something after signing in. */
export const RECORD_PAGE_SCRIPT =
  FORM_SCRIPT + SESSION_SCRIPT + SIGN_IN_SCRIPT + VALUE_SCRIPT + RECORD_SCRIPT + VIEW_SCRIPT
