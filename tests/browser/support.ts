import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const browserPath = places.find((path) => path && existsSync(path))

export const noBrowser = browserPath
  ? undefined
  : `no Chromium at ${places.slice(1).join(', ')}; CHROMIUM_PATH may name one`

let opened: Promise<Browser> | undefined

/**
 * The browser of this process: suites that follow each other share one, since to start it takes most of a second. It
 * ends with the process, whose pipe it is driven through.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: browserPath ?? '',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  // After a crash, which fails the suite that meets it, the next suite gets a new one.
  void opened.then((browser) => browser.once('disconnected', () => (opened = undefined)))
  return opened
}

/** Closes all windows, at the end of a suite. */
export async function closeWindows(): Promise<void> {
  await Promise.all((await opened)?.contexts().map((context) => context.close()) ?? [])
}
