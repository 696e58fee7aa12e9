import { provideDescription } from '../../lib/platform/docs/description.ts'
import { createRouter } from '../../lib/platform/http/router.ts'
import { loadDescription } from './description.ts'
import { endpoints } from './endpoints.ts'

provideDescription(loadDescription)

export { endpoints }
export const handler = createRouter(endpoints)
