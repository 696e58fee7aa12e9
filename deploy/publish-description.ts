/** Returns the source of a module that replaces `lib/platform/docs/description.ts` in a bundle and contains its result. */
export const publishDescription = async (): Promise<string> => {
  const { loadDescription } = await import('../lib/platform/docs/description.ts')
  const text = JSON.stringify(JSON.stringify(await loadDescription()))
  return `let description\nexport const loadDescription = async () => (description ??= JSON.parse(${text}))`
}
