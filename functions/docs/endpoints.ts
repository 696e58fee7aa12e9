import { getReferenceAsset } from './assets/get.ts'
import { getContext } from './contexts/get.ts'
import { getProblemPage } from './errors/get.ts'
import { getApiReference } from './get.ts'
import { getOpenApi } from './openapi.ts'
import { getTopicsPage } from './topics.ts'

export const endpoints = {
  getApiReference,
  getOpenApi,
  getReferenceAsset,
  getContext,
  getTopicsPage,
  getProblemPage,
}
