import { describe, expect, test } from 'vitest'
import { readHtml } from '../../src/documents/read-html.ts'

const seen = (html: string): string =>
  (readHtml(Buffer.from(`<meta charset="utf-8">${html}`)) ?? []).map(({ text }) => text).join('\n')

describe('text that a page hides does not reach a model', () => {
  test.each([
    ['by a class', '<style>.ghost { color: red; display: none }</style><p class="a ghost">EVIL</p>'],
    ['by a class whose sheet comes behind it', '<p class="ghost">EVIL</p><style>.ghost{visibility:hidden}</style>'],
    ['by an id', '<style>#g{opacity:0}</style><div id="g"><p>EVIL</p></div>'],
    ['by its place', '<style>.off{position:absolute;left:-9999px}</style><p class="off">EVIL</p>'],
    ['by the size of its letters', '<style>.tiny{font-size:0px}</style><p class="tiny">EVIL</p>'],
    [
      'by a class within another',
      '<style>.box > .in{display:none!important}</style><div class="box"><p class="in">EVIL</p></div>',
    ],
    ['by one of several selectors', '<style>.a, p.ghost, .b{display:none}</style><p class="ghost">EVIL</p>'],
    ['on screens', '<style>@media screen and (min-width: 1px) { .g { display:none } }</style><p class="g">EVIL</p>'],
    ['by a class of a sheet elsewhere', '<p class="sr-only">EVIL</p><p class="d-none">EVIL</p>'],
    ['by a comment in the sheet', '<style>/* { */ .g{display:/**/none}</style><p class="g">EVIL</p>'],
    ['by its own style', '<p style="color: transparent">EVIL</p><p style="text-indent:-999em">EVIL</p>'],
  ])('%s', (_, html) => expect(seen(`${html}<p>Good.</p>`)).toBe('Good.'))

  test.each([
    ['another class', '<style>.ghost{display:none}</style><p class="ghostly">Text.</p>'],
    ['the class outside of the other', '<style>.box .in{display:none}</style><p class="in">Text.</p>'],
    ['a state', '<style>.tip:hover{display:none}.tip::before{display:none}</style><p class="tip">Text.</p>'],
    ['print', '<style>@media print{.g{display:none}}</style><p class="g">Text.</p>'],
    ['an element that a width shows', '<p class="hidden md:block">Text.</p>'],
    ['half an opacity', '<style>.g{opacity:0.5}</style><p class="g">Text.</p>'],
  ])('and a rule for %s hides nothing', (_, html) => expect(seen(html)).toBe('Text.'))
})
