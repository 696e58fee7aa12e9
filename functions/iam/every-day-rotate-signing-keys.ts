import * as Type from 'typebox'
import { rotateSigningKeys } from '../../lib/platform/access/signing-keys.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/** Replaces the key that signs access tokens once it is 30 days old. */
export const handler = schedule({
  name: 'iam.signing-keys',
  takes: Type.Object({}),
  async run(app, { now, log }) {
    log.info(`iam.signing-keys.${await rotateSigningKeys(app, now)}`)
  },
})
