// @module-tag slow

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execaSync } from 'execa'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skippedFor, testFolder } from '../../run/test-helpers.ts'
import { sample } from '../test-data/reports.ts'
import { asHtml } from './page.tsx'

/** A browser of the system; the tests are skipped where there is none. */
const names = ['chromium', 'chromium-browser', 'google-chrome']
const { stdout: found } = execaSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], {
  reject: false,
})
const executablePath = found.split('\n')[0] ?? ''

const { folder } = testFolder()
const file = join(folder, 'report.html')
writeFileSync(file, asHtml(sample))
const address = pathToFileURL(file).href

describe('the page in a browser', skippedFor(executablePath ? undefined : `no ${names.join(', ')}`), () => {
  let browser: Browser
  beforeAll(async () => {
    // Chromium's own sandbox needs privileges that a container may not have.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  /** Opens the page, and notes what it asks for and which dialogs it shows. */
  async function open(options: BrowserContextOptions = {}) {
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 800, height: 1000 }, ...options })
    const events: string[] = []
    page.on('request', (request) => events.push(request.url()))
    page.on('dialog', (dialog) => {
      events.push(dialog.message())
      dialog.dismiss()
    })
    page.on('console', (message) => events.push(message.text()))
    await page.goto(address, { waitUntil: 'load' })
    return { page, events }
  }

  test.each([false, true])('with JavaScript (%s): nothing is fetched, and nothing runs', async (javaScriptEnabled) => {
    const { page, events } = await open({ javaScriptEnabled })
    expect(events).toEqual([address])
    for (const tag of ['script', 'img', 'iframe', 'link', '[onerror]', '[onload]', 'a:not([href^="#"])'])
      expect(await page.locator(tag).count()).toBe(0)
    await page.close()
  })

  test('every failing session can be read', async () => {
    const { page } = await open()
    for (const [index, one] of sample.cases.entries()) {
      const article = page.locator(`#case-${index + 1}`)
      expect(await article.count()).toBe(one.ok ? 0 : 1)
      if (one.ok || one.failure === null) continue
      expect(await article.isVisible()).toBe(true)
      const text = await article.innerText()
      expect(text).toContain(one.failure.difference.sentence.split(',')[0])
      const { turns = [] } = one.failure
      if (turns.length > 0) expect(text).toMatch(/expected.*the program wrote/s)
    }
    await page.close()
  })

  test.each([
    [360, 'light'],
    [800, 'print'],
    [1400, 'dark'],
  ] as const)('%d pixels wide, %s: nothing is cut off', async (width, look) => {
    const { page } = await open({ viewport: { width, height: 1000 }, colorScheme: look === 'dark' ? 'dark' : 'light' })
    if (look === 'print') await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    const background = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    expect(background).toBe(look === 'dark' ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)')
    // To be looked at: SCREENSHOTS=folder npx vitest run browser
    const { SCREENSHOTS: kept = folder } = process.env
    const picture = await page.screenshot({ fullPage: true, path: join(kept, `report-${width}-${look}.png`) })
    expect(picture.length).toBeGreaterThan(10_000)
    await page.close()
  })

  test.each(['light', 'dark'] as const)('%s: axe finds nothing serious', async (colorScheme) => {
    const { page } = await open({ javaScriptEnabled: true, bypassCSP: true, colorScheme })
    for (const summary of await page.locator('summary').all()) if (await summary.isVisible()) await summary.click()
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`)).toEqual([])
    await page.close()
  })
})

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}
