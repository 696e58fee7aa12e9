import { type Id, newId } from '../../id.ts'
import { getShard } from './entity.ts'

/** Returns a new id in the given shard, so that resources written together update few counts. */
export const newIdInShard = (shard: string, now: Date): Id => {
  for (;;) {
    const id = newId(now)
    if (getShard(id) === shard) return id
  }
}

/** Returns a new id in the shard of another id. */
export const newIdInShardWith = (other: Id, now: Date): Id => newIdInShard(getShard(other), now)
