import { cleanText } from './clean-text.ts'
import { foldText } from './fold-text.ts'

/** Returns tags as they are stored: each once, however it is spelled, and none without a character that can be seen. */
export const cleanTags = (tags: readonly string[]): string[] => {
  const bySpelling = new Map<string, string>()
  for (const tag of tags) {
    const spelling = foldText(tag)
    if (spelling && !bySpelling.has(spelling)) bySpelling.set(spelling, cleanText(tag))
  }
  return [...bySpelling.values()]
}
