import { type Id, newId } from '../id.ts'
import { shardOf } from './entity.ts'

/** An id in the shard of another, so that what is written together touches few counts. */
export const newIdBeside = (other: Id, now: Date): Id => {
  for (;;) {
    const id = newId(now)
    if (shardOf(id) === shardOf(other)) return id
  }
}
