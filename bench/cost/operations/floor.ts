import { checkRateLimit } from '../../../lib/platform/access/rate-limit.ts'
import { newId } from '../../../lib/platform/id.ts'
import type { Operation } from '../operation.ts'

const LIMIT = 1_000_000

/** The least that a request can cost here: a read of one item, or one item and its event, behind one gate. */
export const floor: readonly Operation[] = [
  {
    name: 'floor of a read: one item and one gate',
    async prepare({ app: { db, clock } }) {
      const id = newId(clock())
      const key = { pk: `T#${id}#thing`, sk: id }
      await db.put({ put: { ...key, name: 'Nordlicht' } })
      const gate = { pk: `G#${id}`, sk: 'GATE' }
      return () => Promise.all([checkRateLimit(db, clock(), gate, LIMIT), db.get(key)])
    },
  },
  {
    name: 'floor of a write: one item, one event and one gate',
    async prepare({ app: { db, clock } }) {
      const id = newId(clock())
      const gate = { pk: `G#${id}`, sk: 'GATE' }
      return async () => {
        await checkRateLimit(db, clock(), gate, LIMIT)
        const sk = newId(clock())
        const actions = ['thing', 'happening'].map((kind) => ({
          put: { pk: `T#${id}#${kind}`, sk, kind, name: 'Nordlicht' },
          when: 'attribute_not_exists(pk)',
        }))
        await db.transact(actions)
      }
    },
  },
]
