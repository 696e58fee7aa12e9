import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, timestamp, ulid } from '../types.ts'

export const Logo = resource('Logo', '/api/storage/logo', {
  fileId: ulid(),
  name: Type.String({ examples: ['Teehaus.png'] }),
  mimeType: Type.String({ examples: ['image/png'] }),
  downloadUrl: Type.String({ description: 'Endpoint that redirects to a short-lived URL of the picture' }),
  setAt: timestamp(),
})
export type Logo = Static<typeof Logo.fields>

export const SetLogoInput = input({ fileId: id({ description: 'Id of a file with the purpose `logo` that is ready' }) })
