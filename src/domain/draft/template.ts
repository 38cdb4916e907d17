import { impersonal } from './impersonal.ts'
import { fence, inertCode } from './quote.ts'
import type { Slot } from './slots.ts'

/** Text with placeholders. */
export type Template = readonly (string | Slot)[]

/** Whether a part of a template is a placeholder. */
export const isSlot = (part: string | Slot): part is Slot => typeof part !== 'string'

/** A template as inline code. */
export const shown = (template: Template): string => fence(whole(template))

/** A template as inert text, placeholders in angle brackets. */
export const whole = (template: Template): string =>
  template
    .map((part) => (isSlot(part) ? `<${part.name}>` : inertCode(impersonal(part === ' ' ? part : typed(part)))))
    .join('')

/** Quotes a constant with spaces, which are part of a word. */
const typed = (part: string): string =>
  /\s/.test(part) && !/^\s*$/.test(part) ? `'${part.replaceAll("'", '’')}'` : part

/** A command as typed; its constants were checked to be inert when the template was made. */
export const asTyped = (template: Template): string =>
  template.map((part) => (isSlot(part) ? `<${part.name}>` : part)).join('')
