import type { SignedIn } from '../http/call.ts'
import { Problem } from '../problem.ts'

/** Time after which a proof is no longer recent. */
const STEP_UP_SECONDS = 300

type Shown = Pick<SignedIn, 'authenticatedAt' | 'methods'>

export const buildStepUpProblem = () =>
  new Problem(
    'STEP_UP_REQUIRED',
    'Prove again that it is you: step up at /api/iam/auth/step-up and repeat the request.',
  )

/** Checks that the caller signed in or stepped up in the last five minutes; the tokens of satellites never say so. */
export const isRecent = ({ authenticatedAt }: Shown, now: Date): boolean =>
  authenticatedAt !== undefined && now.getTime() / 1000 - authenticatedAt <= STEP_UP_SECONDS

/** Throws `STEP_UP_REQUIRED` if the caller's tenant demands a second factor for this work and none was shown recently. */
export const checkStepUp = (caller: Shown & Pick<SignedIn, 'demandsStepUp'>, now: Date): void => {
  if (caller.demandsStepUp && !(isRecent(caller, now) && caller.methods.includes('mfa'))) throw buildStepUpProblem()
}
