/**
 * Debian's Chromium without a window, nor its talk to the outside: how tests and benchmarks launch it. The whole browser draws a window around
 * each page, which nobody sees and which takes twice the page's time.
 */
export const chromiumLaunch = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
