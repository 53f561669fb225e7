/** What a queue of many small files does to the page that sends them: the heap while it is there, and how long the page cannot answer. */
import { chromium, type CDPSession } from '@playwright/test';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { startProduct } from '../../tools/lib/product.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { signIn } from './browser.ts';
import { atMost, plain, type Figure } from './figures.ts';

const BUCKET = 'bench-queue';
const HEAP_MB = 50;
const TASK_MS = 100;
/** Milliseconds until all of them must be there. */
const WHOLE_MS = 1_800_000;

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** Chooses a tree of files as people do by the button, and waits until they are there. */
export async function measureUploads(data: string, files: number): Promise<Figure[]> {
  const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '5', GANTRY_LOG_LEVEL: 'warn' });
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const member = await signInTo(product.selfService, 'acme', 'acme-member', 'acme-prod');
    await member.post('/api/v2/s3service', {});
    await fetch(`${product.selfService}/s3proxy/${BUCKET}`, { method: 'PUT', headers: member.headers });
    const page = await browser.newPage();
    await signIn(page, product.selfService, '/compute/instances');
    await page.goto(`${product.selfService}/s3-storage/buckets/files/${BUCKET}`);
    await page.getByRole('heading', { name: 'No files' }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await page.evaluate((count) => {
      const chosen = new DataTransfer();
      for (let index = 0; index < count; index += 1)
        chosen.items.add(new File(['x'.repeat(100)], `file-${String(index).padStart(5, '0')}.txt`));
      document.querySelectorAll<HTMLInputElement>('input[type=file]')[0]!.files = chosen.files;
    }, files);
    const before = await heapMb(devtools);
    await page.evaluate(() => {
      const seen = { longest: 0, count: 0 };
      Object.assign(globalThis, { longTasks: seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          Object.assign(seen, { longest: Math.max(seen.longest, duration), count: seen.count + 1 });
      }).observe({ type: 'longtask' });
      document.querySelectorAll<HTMLInputElement>('input[type=file]')[0]!.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const began = performance.now();
    const progress = page.getByTestId('upload-progress');
    await progress.getByText(/\d+ of \d+ files uploaded/).waitFor({ timeout: WHOLE_MS });
    const queued = await heapMb(devtools);
    await progress.getByText(`${files} of ${files} files uploaded`).waitFor({ timeout: WHOLE_MS });
    const seconds = (performance.now() - began) / 1000;
    const ended = await heapMb(devtools);
    const tasks = await page.evaluate(
      () => (globalThis as { longTasks?: { longest: number; count: number } }).longTasks ?? { longest: 0, count: 0 },
    );
    const what = `a queue of ${files} files`;
    return [
      atMost(`${what}: heap above that before, once they wait`, queued - before, HEAP_MB, 'MB'),
      atMost(`${what}: heap above that before, once they are there`, ended - before, HEAP_MB, 'MB'),
      atMost(`${what}: longest task of the page`, tasks.longest, TASK_MS, 'ms'),
      plain(`${what}: tasks above 50 ms`, tasks.count, ''),
      plain(`${what}: all of them are there after`, seconds, 's'),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
