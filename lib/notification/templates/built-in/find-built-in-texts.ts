import type { MessageForm } from '../../../../schemas/notification/notification-template.ts'
import type { Channel, TopicName } from '../../../../schemas/notification/topic.ts'
import { getDirection } from '../../../platform/locale/get-direction.ts'
import { canGather } from '../../windows/can-gather.ts'
import { DIGEST_ITEMS, type DigestTopic } from '../words/digest-items.ts'
import type { Language } from '../words/words.ts'
import { composeDigestTexts } from './compose-digest-texts.ts'
import { composeMailTexts } from './compose-mail-texts.ts'
import { type LanguageCode, loadLanguage } from './load-language.ts'

/** The texts of a template, in Liquid. */
export interface Texts {
  subjectTemplate: string
  bodyTemplate: string
  htmlBodyTemplate: string | null
}

const isDigestTopic = (topic: TopicName): topic is DigestTopic => Object.hasOwn(DIGEST_ITEMS, topic)

const composeTexts = (language: Language, topic: TopicName, channel: Channel, form: MessageForm): Texts | undefined => {
  if (form === 'digest')
    return canGather(topic, channel) && isDigestTopic(topic) ? composeDigestTexts(language, topic, channel) : undefined
  if (!Object.hasOwn(language.topics, topic)) return undefined
  const words = language.topics[topic]
  return channel === 'email'
    ? composeMailTexts(words, language.frame)
    : { subjectTemplate: words.title, bodyTemplate: words.message, htmlBodyTemplate: null }
}

/** Isolates the values in a text from right to left, so that those in Latin letters do not reorder what is around them. */
const isolateValues = (text: string) => text.replace(/\{\{(?! (?:item\.)?actionUrl)[^{}]*\}\}/g, '\u2068$&\u2069')

const isolateTexts = ({ subjectTemplate, bodyTemplate, htmlBodyTemplate }: Texts): Texts => ({
  subjectTemplate: isolateValues(subjectTemplate),
  bodyTemplate: isolateValues(bodyTemplate),
  htmlBodyTemplate: htmlBodyTemplate && isolateValues(htmlBodyTemplate),
})

/** Returns the built-in texts in a language, which are used if no template fits. */
export const findBuiltInTexts = async (
  topic: TopicName,
  channel: Channel,
  { language, form = 'single' }: { language: LanguageCode; form?: MessageForm },
): Promise<Texts | undefined> => {
  const texts = composeTexts(await loadLanguage(language), topic, channel, form)
  return texts && getDirection(language) === 'rtl' ? isolateTexts(texts) : texts
}
