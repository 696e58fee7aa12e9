import { type Id, newId } from '../../id.ts'
import { getShard } from './entity.ts'

/** An id in one shard of counts, so that what is written together touches few of them. */
export const newIdInShard = (shard: string, now: Date): Id => {
  for (;;) {
    const id = newId(now)
    if (getShard(id) === shard) return id
  }
}

/** Returns a new id in the shard of another id. */
export const newIdInShardWith = (other: Id, now: Date): Id => newIdInShard(getShard(other), now)
