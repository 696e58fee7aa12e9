import { type Id, newId } from '../id.ts'
import { shardOf } from './entity.ts'

/** An id in one shard of counts, so that what is written together touches few of them. */
export const newIdIn = (shard: string, now: Date): Id => {
  for (;;) {
    const id = newId(now)
    if (shardOf(id) === shard) return id
  }
}

/** The same in the shard of another. */
export const newIdBeside = (other: Id, now: Date): Id => newIdIn(shardOf(other), now)
