import * as Type from 'typebox'
import { oneOf } from '../types.ts'

export const Health = Type.Object({ status: oneOf(['ok']) }, { title: 'Health' })
export const Readiness = Type.Object(
  {
    status: oneOf(['ready']),
    checks: Type.Object({ table: oneOf(['ok'], { description: 'The database answers reads and writes' }) }),
  },
  { title: 'Readiness' },
)
