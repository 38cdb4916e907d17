import { visibleText } from './visible-text.ts'

/** Stands in the place of a button that approves files which a page cannot show. */
export const ElsewhereOnly = ({ command }: { readonly command: string }) => (
  <p>
    A file of it is no text, or too long for a page, so that it is not approved here. Look at the file itself, then run{' '}
    <code>{visibleText(`wayland-core ${command}`)}</code>.
  </p>
)
