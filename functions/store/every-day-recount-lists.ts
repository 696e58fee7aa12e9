import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { recountTenants } from '../../lib/platform/store/recount/recount-tenants.ts'
import { KINDS } from './listed-kinds.ts'

const ENOUGH_MS = 30_000

/** Proves lists and counts against what they are derived from; `{ "repair": true }` also sets right what differs. */
export const handler = schedule({
  name: 'store.recount',
  takes: Type.Object({ repair: Type.Optional(Type.Boolean()) }),
  run: ({ db }, { given, log, millisecondsLeft }) =>
    recountTenants(db, KINDS, { repair: given.repair ?? false, log, hasTime: () => millisecondsLeft() > ENOUGH_MS }),
})
