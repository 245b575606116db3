import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/left-out.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

interface Served {
  url: string
  stop: () => void
}

/**
 * What can be seen of each component: the place and size of its parts within it, in pixels, and their colours and
 * letters. Unlike the pixels of a picture, these are the same on machines that smooth letters differently.
 */
const looksOf = (page: Page) =>
  page.evaluate<string>(`(() => {
    const lines = []
    const parts = 'button, a, input, textarea, th, td, h1, h2, p, label, span, img, svg, li, div'
    for (const shown of document.querySelectorAll('[data-component], [role=dialog], [role=menu]')) {
      lines.push('', shown.dataset.component ?? shown.getAttribute('role'))
      const at = shown.getBoundingClientRect()
      for (const part of shown.querySelectorAll(parts)) {
        const { x, y, width, height } = part.getBoundingClientRect()
        const look = getComputedStyle(part)
        const own = [...part.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('')
        const isPlain = look.backgroundColor === 'rgba(0, 0, 0, 0)' && look.borderTopWidth === '0px'
        if (!part.checkVisibility({ visibilityProperty: true }) || width < 2 || (isPlain && !own.trim())) continue
        // A turning wheel is never at the same place.
        if (part.closest('[class*=Loader-root]')) continue
        const box = [x - at.x, y - at.y, width, height].map((pixels) => Math.round(pixels)).join(' ')
        const letters = own.trim()
          ? [JSON.stringify(own.trim()), look.color, look.fontSize, look.fontWeight].join(' ')
          : ''
        const field = isPlain
          ? ''
          : [look.backgroundColor, look.borderTopWidth, look.borderTopColor, look.borderTopLeftRadius].join(' ')
        lines.push(['  ' + part.localName, box, field, letters].filter(Boolean).join(' | '))
      }
    }
    return lines.join('\\n').trim() + '\\n'
  })()`)

describe.skipIf(leftOut(noBrowser, 'the components in a browser'))('the components that the areas share', () => {
  let served: Served
  beforeAll(async () => {
    const { serveComponents } = (await import(new URL('../../bin/components.mjs', import.meta.url).href)) as {
      serveComponents(port: number): Promise<Served>
    }
    served = await serveComponents(0)
  })
  afterAll(async () => {
    await closeWindows()
    served.stop()
  })

  it.each(['light', 'dark'] as const)(
    'look as they did, in the %s scheme, with their menu and question',
    async (scheme) => {
      const context = await (
        await openBrowser()
      ).newContext({
        ...{ viewport: { width: 1240, height: 900 }, locale: 'en-GB', colorScheme: scheme, reducedMotion: 'reduce' },
      })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      await page.goto(served.url)
      await page.getByRole('heading', { name: 'Components' }).waitFor()
      await page.evaluate('document.fonts.ready')
      await page.mouse.move(1230, 5)
      await page.waitForTimeout(300)
      const closed = await looksOf(page)
      await page.getByRole('button', { name: 'More acts on Pedestrian' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
      await page.waitForTimeout(500)
      const [menu] = /^menu[^]*/m.exec(await looksOf(page)) ?? ['']
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor()
      await page.mouse.move(1230, 5)
      await page.waitForTimeout(500)
      const [question] = /^dialog[^]*/m.exec(await looksOf(page)) ?? ['']
      expect(faults).toEqual([])
      await expect([closed, menu, question].join('\n')).toMatchFileSnapshot(`./desk-components/${scheme}.txt`)
      await context.close()
    },
  )
})
